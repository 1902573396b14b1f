import type { Change, Declaration, EnvironmentKey, Guard, Json, Query, Ref } from "@countersign/core"
import * as fc from "fast-check"
import { type Model, versionOf } from "./Model.ts"
import { here, others, there, things } from "./things.ts"

/** Few names and near times, so that commands meet each other. The second collection expires, but is never due. */
export const collections: ReadonlyArray<Declaration> = [things, { ...others, expiry: "expiresAt" }]
export const environments: ReadonlyArray<EnvironmentKey> = [here, there]

const where = fc.record({ collection: fc.constantFrom(...collections), environment: fc.constantFrom(...environments) })
const word = fc.constantFrom("x", "y", "__proto__")
const id = fc.constantFrom("a", "b", "c", "constructor")
const near = fc.integer({ min: -3, max: 3 })

/** Mostly the version that is kept when the command runs; times count from that moment as well. */
const off = fc.constantFrom(...new Array<number>(30).fill(0), 1, -1)

const body = fc.record(
  {
    name: fc.option(word, { freq: 2 }),
    left: word,
    right: word,
    owner: fc.option(word, { freq: 2 }),
    kind: word,
    dueAt: fc.option(near),
    expiresAt: near
  },
  { requiredKeys: [] }
)
/** "put" inserts what is not there and replaces what is; the others mostly do not fit. */
const op = fc.constantFrom("put", "put", "put", "put", "put", "put", "put", "remove", "insert", "replace")
const change = fc.record({ op, where, id, off, body, at: near })
const guard = fc.record({
  guard: fc.constantFrom("version", "free", "before"),
  where,
  id,
  off,
  at: fc.nat(2),
  name: fc.nat(1),
  words: fc.tuple(word, word)
})
const ref = fc.record({
  by: fc.constantFrom("id", "unique", "index"),
  where,
  id,
  name: fc.nat(1),
  words: fc.tuple(word, word),
  limit: fc.nat(4)
})
const after = fc.option(fc.record({ at: near, id }), { nil: undefined })

export const command = fc.oneof(
  {
    weight: 8,
    arbitrary: told("commit", {
      changes: fc.array(change, { maxLength: 4 }),
      guards: fc.array(guard, { maxLength: 1 })
    })
  },
  { weight: 2, arbitrary: told("load", { refs: fc.array(ref, { maxLength: 4 }) }) },
  {
    weight: 2,
    arbitrary: told("find", {
      where,
      byIndex: fc.boolean(),
      name: fc.nat(1),
      words: fc.tuple(word, word),
      after,
      limit: fc.nat(4)
    })
  },
  {
    weight: 3,
    arbitrary: told("claimDue", { collection: fc.constantFrom(...collections), lease: fc.nat(3), limit: fc.nat(3) })
  },
  { weight: 1, arbitrary: told("sweep", { limit: fc.nat(3) }) },
  { weight: 2, arbitrary: told("wait", { millis: fc.nat(3) }) }
)

function told<const D extends string, T>(name: D, parts: { [K in keyof T]: fc.Arbitrary<T[K]> }) {
  return fc.record({ do: fc.constant(name), with: fc.record<T>(parts) })
}

type From<A> = A extends fc.Arbitrary<infer T> ? T : never

/** No record twice in one commit: that is no conflict but a mistake of the program. */
export const changesOf = (model: Model, drawn: ReadonlyArray<From<typeof change>>): ReadonlyArray<Change> => {
  const seen = new Set<string>()
  return drawn.flatMap(({ at, body, id, off, op, where }): ReadonlyArray<Change> => {
    const place = JSON.stringify([where.collection.name, where.environment, id])
    if (seen.has(place)) return []
    seen.add(place)
    const kept = versionOf(model, { ...where, id })
    const version = (kept ?? 0) + off
    const common = { ...where, id, at: model.now + at, body: since(model.now, body) }
    if (op === "remove") return [{ ...where, id, op, version }]
    const isInsert = op === "insert" || (op === "put" && kept === undefined)
    return isInsert ? [{ ...common, op: "insert" }] : [{ ...common, op: "replace", version }]
  })
}

export const guardOf = (model: Model, drawn: From<typeof guard>): Guard => {
  const { at, id, off, where } = drawn
  if (drawn.guard === "before") return { guard: drawn.guard, at: model.now + at }
  if (drawn.guard === "version") {
    return { ...where, guard: drawn.guard, id, version: (versionOf(model, { ...where, id }) ?? 0) + off }
  }
  return { ...where, guard: "free", ...named(where.collection.unique, drawn, "key") }
}

export const refOf = (drawn: From<typeof ref>): Ref => {
  const { id, limit, where } = drawn
  if (drawn.by === "id") return { ...where, by: drawn.by, id }
  if (drawn.by === "unique") return { ...where, by: drawn.by, ...named(where.collection.unique, drawn, "key") }
  return { ...where, by: "index", limit, ...named(where.collection.indexes, drawn, "index") }
}

export const queryOf = (model: Model, drawn: Extract<From<typeof command>, { do: "find" }>["with"]): Query => ({
  ...drawn.where,
  limit: drawn.limit,
  ...(drawn.byIndex ? { index: named(drawn.where.collection.indexes, drawn, "name") } : {}),
  ...(drawn.after === undefined ? {} : { after: { createdAt: model.now + drawn.after.at, id: drawn.after.id } })
})

/** One of the declared names, and as many values as it has fields. */
const named = <K extends string>(
  declared: Declaration["unique"],
  drawn: { readonly name: number; readonly words: ReadonlyArray<string> },
  as: K
) => {
  const entries = Object.entries(declared)
  const [name, fields] = entries[drawn.name % entries.length]!
  return { [as]: name, values: drawn.words.slice(0, fields.length) } as Record<K, string> & {
    readonly values: ReadonlyArray<string>
  }
}

const since = (now: number, body: { readonly [field: string]: string | number | null }): Json =>
  Object.fromEntries(
    Object.entries(body).map(([field, value]) => [field, typeof value === "number" ? now + value : value])
  )
