import type { Query } from "@countersign/core"
import { spelledIndex } from "./addresses.ts"
import { toColumn } from "./ids.ts"
import { columns } from "./rows.ts"
import { nameOf, type Parameters, parameters, type Statement } from "./Statement.ts"

/**
 * A page of an index: cut from the entries first, so that no more records are read than asked for. Each is then looked
 * up by its id: with a plain join, a planner that knows too little of a young table may read the whole environment.
 */
export const findStatement = (schema: string, { index, ...query }: Query): Statement => {
  const { collection, environment, limit, order } = query
  const given = parameters()
  const way = order === "oldest" ? "asc" : "desc"
  const address = given.add(spelledIndex(collection, environment, index.name, index.values), "text")
  const text = `select ${columns} from (
      select r.* from (
        select e.id from ${schema}.entries e
        where e.address = ${schema}.address(${address}) ${position(given, query)}
        order by e.created_at ${way}, e.id ${way} limit ${given.add(limit, "bigint")}
      ) as page cross join lateral (
        select r.* from ${schema}.records r
        where r.collection = ${given.add(collection.name, "text")}
          and r.environment = ${given.add(environment, "text")} and r.id = page.id limit 1
      ) as r
    ) as found
    order by found.created_at ${way}, found.id ${way}`
  return { name: nameOf(text), text, values: given.values }
}

/** Keyset paging: a page starts behind a position, whether or not a record is still there. */
const position = (given: Parameters, { after, order }: Pick<Query, "after" | "order">): string =>
  after === undefined
    ? ""
    : `and (e.created_at, e.id) ${order === "oldest" ? ">" : "<"} (${given.add(after.createdAt, "bigint")}, ${given.add(toColumn(after.id), "text")})`
