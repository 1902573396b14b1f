import type { Declaration, Millis } from "@countersign/core"
import { fixed, type Statement } from "./Statement.ts"

/** Leases what is due, longest due first, by a function of the schema: see the migration. */
export const claiming = (schema: string) => {
  const statement = fixed(
    `select environment, id, version, created_at, updated_at, body
      from ${schema}.claim($1::text, $2::bigint, $3::bigint, $4::bigint)`
  )
  return ({ name }: Declaration, now: Millis, lease: Millis, limit: number): Statement =>
    statement(name, now, lease, limit)
}

/** Removes in the order of the collections, up to `limit` records in all. */
export const sweeping = (schema: string) => {
  const statement = fixed(`select ${schema}.sweep($1::text[], $2::bigint, $3::integer)::text as removed`)
  return (collections: ReadonlyArray<Declaration>, now: Millis, limit: number): Statement =>
    statement(
      collections.map(({ name }) => name),
      now,
      limit
    )
}
