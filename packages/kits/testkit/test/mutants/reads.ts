import type { EnvironmentKey, FieldOf, Query, Ref, Row } from "@countersign/core"
import { Effect } from "@countersign/core/effect"
import { fieldOf, newestFirst } from "../../src/model/Model.ts"
import { type Break, defect, MANY, type Service } from "./Mutant.ts"

const loading = (inner: Service, instead: (ref: Ref) => Effect.Effect<ReadonlyArray<Row>, unknown>): Service => ({
  ...inner,
  load: (refs) => Effect.forEach(refs, (ref) => Effect.orDie(instead(ref)))
})

const answer = (inner: Service, ref: Ref) => Effect.map(inner.load([ref]), ([rows]) => rows ?? [])

/** A store that remembers the environments it has seen, to leak records between them. */
const leaking = (inner: Service, leaks: (seen: () => ReadonlyArray<EnvironmentKey>) => Partial<Service>): Service => {
  const seen = new Set<EnvironmentKey>()
  return {
    ...inner,
    commit: (changes, guards) => {
      for (const { environment } of changes) seen.add(environment)
      return inner.commit(changes, guards)
    },
    ...leaks(() => [...seen])
  }
}

type Compare = (a: Row, b: Row) => number

const byTime =
  (thenBy: Compare): Compare =>
  (a, b) =>
    b.createdAt - a.createdAt || thenBy(a, b)

/** Pages in another order. */
const orders: ReadonlyArray<readonly [name: string, breaks: string, compare: Compare]> = [
  ["reversed order", "an index returns newest first", (a, b) => newestFirst(b, a)],
  [
    "ids ascending",
    "records of one millisecond are ordered by id, descending",
    byTime((a, b) => (a.id < b.id ? -1 : 1))
  ],
  ["ids in locale order", "ids are ordered by code unit", byTime((a, b) => b.id.localeCompare(a.id, "en"))],
  ["ordered by updatedAt", "rows are ordered by createdAt", (a, b) => b.updatedAt - a.updatedAt || newestFirst(a, b)]
]

/** Reads all further records, sorts them, and cuts the page. */
const ordered =
  (compare: Compare) =>
  (inner: Service): Service => ({
    ...loading(inner, (ref) =>
      ref.by === "index"
        ? Effect.map(answer(inner, { ...ref, limit: MANY }), (rows) => rows.toSorted(compare).slice(0, ref.limit))
        : answer(inner, ref)
    ),
    find: (query) =>
      Effect.map(inner.find({ ...query, limit: MANY }), (rows) => rows.toSorted(compare).slice(0, query.limit))
  })

/** The offset after each row at the time its page was returned. */
const byOffset = (inner: Service): Service => {
  const offsets = new Map<string, number>()
  return {
    ...inner,
    find: ({ after, limit, ...query }: Query) =>
      Effect.map(inner.find({ ...query, limit: MANY }), (rows) => {
        const start = after === undefined ? 0 : (offsets.get(after.id) ?? 0)
        const page = rows.slice(start, start + limit)
        for (const [at, { id }] of page.entries()) offsets.set(id, start + at + 1)
        return page
      })
  }
}

const following = (inner: Service, follow: (value: FieldOf, ref: Ref) => Effect.Effect<string | FieldOf, unknown>) =>
  loading(inner, (ref) =>
    ref.by === "index"
      ? Effect.flatMap(
          Effect.forEach(ref.values, (value) =>
            typeof value === "string" ? Effect.succeed(value) : follow(value, ref)
          ),
          (values) => answer(inner, { ...ref, values })
        )
      : answer(inner, ref)
  )

const textOf = (row: Row | undefined, field: string): string | undefined => {
  const value = row && fieldOf(row.body, field)
  return typeof value === "string" ? value : undefined
}

export const reads: ReadonlyArray<Break> = [
  defect("leaking load", "no load of one environment returns a record of another", (inner) =>
    leaking(inner, (seen) => ({
      load: loading(inner, (ref) =>
        Effect.map(
          Effect.forEach([ref.environment, ...seen()], (environment) => answer(inner, { ...ref, environment })),
          (found) => found.find((rows) => rows.length > 0) ?? []
        )
      ).load
    }))
  ),
  defect("leaking find", "no page of one environment contains a record of another", (inner) =>
    leaking(inner, (seen) => ({
      find: (query) =>
        Effect.map(
          Effect.forEach(new Set([query.environment, ...seen()]), (environment) =>
            inner.find({ ...query, environment })
          ),
          (found) => found.flat().toSorted(newestFirst).slice(0, query.limit)
        )
    }))
  ),
  defect("values from another environment", "a field reference is resolved inside its environment only", (inner) =>
    leaking(inner, (seen) => ({
      load: following(inner, ({ collection, field, id }, ref) =>
        Effect.map(
          Effect.forEach([...seen().filter((one) => one !== ref.environment), ref.environment], (environment) =>
            answer(inner, { collection, environment, by: "id", id })
          ),
          (found) => textOf(found.flat()[0], field) ?? { collection, field, id }
        )
      ).load
    }))
  ),
  defect("field references never resolved", "an index value may be a field of another record", (inner) =>
    following(inner, ({ field }) => Effect.succeed(field))
  ),
  defect("results without empty places", "each ref has its own place in the result", (inner) => ({
    ...inner,
    load: (refs) => Effect.map(inner.load(refs), (answers) => answers.filter((rows) => rows.length > 0))
  })),
  ...orders.map(([name, breaks, compare]) => defect(name, breaks, ordered(compare))),
  defect("order ignored", "a page may be oldest first, and paging continues from there", (inner) => ({
    ...inner,
    find: ({ order: _, ...query }) => inner.find(query)
  })),
  defect("find without limit", "a page has at most its limit", (inner) => ({
    ...inner,
    find: (query) => inner.find({ ...query, limit: MANY })
  })),
  defect("load without limit", "an index ref returns at most its limit", (inner) =>
    loading(inner, (ref) => answer(inner, ref.by === "index" ? { ...ref, limit: MANY } : ref))
  ),
  defect("pages by offset", "inserts between two pages do not shift the pages", byOffset),
  defect("inclusive position", "`after` is exclusive", (inner) => ({
    ...inner,
    find: ({ after, ...query }) =>
      inner.find({ ...query, ...(after === undefined ? {} : { after: { ...after, id: `${after.id}\u0000` } }) })
  }))
]
