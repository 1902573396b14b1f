import type { Query } from "@countersign/core"
import { address, spelledIndex } from "./addresses.ts"
import { toColumn } from "./ids.ts"
import { fixed, type Statement } from "./Statement.ts"

/** A page of an index, by a function of the schema: see the migration. It starts behind a position, not at a count. */
export const finding = (schema: string): ((query: Query) => Statement) => {
  const statement = fixed(
    `select id, version, created_at, updated_at, body
      from ${schema}.find($1::text, $2::text, $3::bytea, $4::bigint, $5::text, $6::bigint, $7::boolean)`
  )
  return ({ after, collection, environment, index, limit, order }) => {
    const start = order === "oldest" ? FIRST : LAST
    return statement(
      collection.name,
      environment,
      address(spelledIndex(collection, environment, index.name, index.values)),
      after?.createdAt ?? start,
      after === undefined ? "" : toColumn(after.id),
      limit,
      order === "oldest"
    )
  }
}

/** Before and behind every moment that a bigint holds and a record may have. */
const [FIRST, LAST] = ["-9223372036854775808", "9223372036854775807"]
