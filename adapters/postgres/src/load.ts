import type { FieldOf, Query, Ref, Row } from "@countersign/core"
import { spelledIndex, spelledKey } from "./addresses.ts"
import { toColumn } from "./ids.ts"
import type { Answer } from "./Pool.ts"
import { columns, rowOf } from "./rows.ts"
import { type Parameters, parameters, type Statement } from "./Statement.ts"

/** One statement for all refs, so one round trip and one snapshot: a part for each ref, and its place among them. */
export const loadStatement = (schema: string, refs: ReadonlyArray<Ref>): Statement => {
  const given = parameters()
  const parts = refs.map((ref, slot) => `(select ${slot} as slot, r.* from ${rowsOf(schema, given, ref)})`)
  const text = `select slot::text as slot, ${columns} from (${parts.join(" union all ")}) as found
    order by found.slot, found.created_at desc, found.id desc`
  return { text, values: given.values }
}

export const findStatement = (schema: string, { index, ...query }: Query): Statement => {
  const given = parameters()
  const page = listed(schema, given, {
    ...query,
    ...(index === undefined ? {} : { index: index.name, values: index.values })
  })
  const way = query.order === "oldest" ? "asc" : "desc"
  const text = `select ${columns} from (select r.* from ${page}) as found
    order by found.created_at ${way}, found.id ${way}`
  return { text, values: given.values }
}

/** The rows of each ref. */
export const loaded = (refs: ReadonlyArray<Ref>, { rows }: Answer): ReadonlyArray<ReadonlyArray<Row>> => {
  const found = refs.map((): Array<Row> => [])
  for (const row of rows) found[Number(row.slot)]?.push(rowOf(row))
  return found
}

const rowsOf = (schema: string, given: Parameters, ref: Ref): string => {
  switch (ref.by) {
    case "id":
      return `${schema}.records r where ${place(given, ref)} and r.id = ${given.add(toColumn(ref.id), "text")}`
    case "unique": {
      const spelled = given.add(spelledKey(ref.collection, ref.environment, ref.key, ref.values), "text")
      return `${schema}.records r
        where ${place(given, ref)} and r.id = (select k.id from ${schema}.keys k where k.address = ${schema}.address(${spelled}))`
    }
    case "index":
      return listed(schema, given, ref)
  }
}

interface Listed extends Omit<Query, "index"> {
  readonly index?: string
  readonly values?: ReadonlyArray<string | FieldOf>
}

/**
 * A page of an index: cut from the entries first, so that no more records are read than asked for. Each is then looked
 * up by its id: with a plain join, a planner that knows too little of a young table may read the whole environment.
 */
const listed = (schema: string, given: Parameters, query: Listed): string => {
  const { collection, environment, index, limit, order, values = [] } = query
  const way = order === "oldest" ? "asc" : "desc"
  const front = given.add(spelledIndex(collection, environment, index), "text")
  const parts = values.map((value) =>
    typeof value === "string"
      ? given.add(`,${JSON.stringify(value)}`, "text")
      : `',' || ${fieldOf(schema, given, query, value)}`
  )
  return `(
      select e.id from ${schema}.entries e
      where e.address = ${schema}.address(${[front, ...parts, "']'"].join(" || ")}) ${position(given, query)}
      order by e.created_at ${way}, e.id ${way} limit ${given.add(limit, "bigint")}
    ) as page cross join lateral (
      select r.* from ${schema}.records r where ${place(given, query)} and r.id = page.id limit 1
    ) as r`
}

/**
 * The text in a field of another record, spelled as JSON: the json type (not jsonb) hands out what was written, which is
 * how addresses are spelled too. No text there makes a null of the whole address, which is no one's.
 */
const fieldOf = (
  schema: string,
  given: Parameters,
  { environment }: Pick<Query, "environment">,
  { collection, field, id }: FieldOf
): string => {
  const json = `(r.body::json -> ${given.add(field, "text")})`
  return `(select case json_typeof(${json}) when 'string' then ${json}::text end from ${schema}.records r
    where ${place(given, { collection, environment })} and r.id = ${given.add(toColumn(id), "text")})`
}

const place = (given: Parameters, { collection, environment }: Pick<Query, "collection" | "environment">): string =>
  `r.collection = ${given.add(collection.name, "text")} and r.environment = ${given.add(environment, "text")}`

/** Keyset paging: a page starts behind a position, whether or not a record is still there. */
const position = (given: Parameters, { after, order }: Pick<Query, "after" | "order">): string =>
  after === undefined
    ? ""
    : `and (e.created_at, e.id) ${order === "oldest" ? ">" : "<"} (${given.add(after.createdAt, "bigint")}, ${given.add(toColumn(after.id), "text")})`
