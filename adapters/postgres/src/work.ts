import type { Declaration, Millis } from "@countersign/core"
import { columns } from "./rows.ts"
import { nameOf, type Statement } from "./Statement.ts"

/**
 * Leases what is due, longest due first; what another worker is taking is passed over. The version grows, so that a
 * worker whose lease ran out cannot write over the next one's work; the content does not, so updated_at stays.
 */
export const claimStatement = (
  schema: string,
  collection: Declaration,
  now: Millis,
  lease: Millis,
  limit: number
): Statement => {
  const text = `with due as materialized (
      select r.collection, r.environment, r.id from ${schema}.records r
      where r.collection = $1::text and r.due_at <= $2::bigint
        and (r.leased_until is null or r.leased_until <= $2::bigint)
      order by r.due_at, r.id, r.environment limit $4::bigint
      for update skip locked
    ), claimed as (
      update ${schema}.records r set version = r.version + 1, leased_until = $2::bigint + $3::bigint
      from due where r.collection = due.collection and r.environment = due.environment and r.id = due.id
      returning r.*
    )
    select ${columns} from claimed order by claimed.due_at, claimed.id, claimed.environment`
  return { name: nameOf(text), text, values: [collection.name, now, lease, limit] }
}

/** Removes in the order of the collections, up to `limit` records in all. */
export const sweepStatement = (
  schema: string,
  collections: ReadonlyArray<Declaration>,
  now: Millis,
  limit: number
): Statement => {
  const text = `select ${schema}.sweep($1::text[], $2::bigint, $3::integer)::text as removed`
  return { name: nameOf(text), text, values: [collections.map(({ name }) => name), now, limit] }
}
