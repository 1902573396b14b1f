import type { ClaimOnly, ClaimShare, Declaration, Millis, Row } from "@countersign/core"
import type { Answer } from "./Pool.ts"
import { rowOf, toColumn } from "./rows.ts"
import { columnsOf, fixed, type Statement } from "./Statement.ts"
import { CLOCK } from "./server.ts"

/**
 * Leases due records with the SQL function `claim`, in which environments take turns. `turns` stores for each collection and
 * mode the environment that was served last.
 */
export const claiming = (schema: string) => {
  const turns = new Map<string, string>()
  const statement = fixed(
    `select turn, environment, id, version, created_at, updated_at, body, ${CLOCK}::text as now from ${schema}.claim(
      $1::text, coalesce($2::bigint, ${CLOCK}), $3::bigint, $4::bigint, $5::text, $6::bigint, $7::text[], $8::bigint[], $9::text
    )`
  )
  return ({ name }: Declaration, now: Millis, lease: Millis, limit: number, share?: ClaimShare) => {
    const kind = `${share?.mode ?? ""} ${name}`
    const columns = columnsOf(2, [...(share?.most ?? [])])
    return {
      statement: statement(
        name,
        share?.byStoreClock === true ? null : now,
        lease,
        limit,
        share?.mode,
        share?.each ?? limit,
        ...columns,
        turns.get(kind) ?? ""
      ),
      rowsOf: ({ rows }: Answer): ReadonlyArray<Row> => {
        turns.set(kind, rows[0]?.turn ?? "")
        return rows.flatMap((row) => (row.id === null ? [] : [rowOf(row)]))
      }
    }
  }
}

/**
 * Leases due records among the given ids. Each is read by its primary key. `offset 0` is an optimization fence: without
 * statistics, the planner would otherwise scan the whole collection for each id.
 */
export const claimingOnly = (schema: string) => {
  const statement = fixed(
    `with waiting as materialized (
      select r.environment, r.id from (select distinct id from unnest($7::text[]) as given (id)) as w
      cross join lateral (
        select r.environment, r.id, r.due_at from ${schema}.records r
        where r.collection = $1::text and r.environment = $5::text and r.id = w.id
          and r.due_at <= $6::bigint and (r.leased_until is null or r.leased_until <= $2::bigint)
        for update skip locked offset 0
      ) as r
      order by r.due_at, r.id limit $4::bigint
    ), claimed as (
      update ${schema}.records r set version = r.version + 1, leased_until = $2::bigint + $3::bigint
      from waiting where r.collection = $1::text and r.environment = waiting.environment and r.id = waiting.id
      returning r.environment, r.id, r.version, r.created_at, r.updated_at, r.body, r.due_at
    )
    select c.environment, c.id, c.version::text, c.created_at::text, c.updated_at::text, c.body
      from claimed c order by c.due_at, c.id`
  )
  return ({ name }: Declaration, now: Millis, lease: Millis, limit: number, only: ClaimOnly): Statement =>
    statement(name, now, lease, limit, only.environment, only.dueBy, only.ids.map(toColumn))
}

/** Counts the due records of each collection and mode, and finds the earliest. Each count ends at 10,000. */
export const counting = (schema: string) => {
  const statement = fixed(
    `select d.collection, m.mode, count(*)::text as count, min(w.due_at)::text as since
      from unnest($1::text[]) as d (collection) cross join (values ('sandbox'), ('production')) as m (mode)
      cross join lateral (
        select r.due_at from ${schema}.records r
        where r.collection = d.collection and r.environment > m.mode || '/' and r.environment < m.mode || '0'
          and r.due_at <= $2::bigint
        limit 10000
      ) as w
      group by d.collection, m.mode`
  )
  return (collections: ReadonlyArray<Declaration>, now: Millis): Statement =>
    statement(
      collections.map(({ name }) => name),
      now
    )
}

/** Removes expired records, collection by collection, up to `limit` records in all. */
export const sweeping = (schema: string) => {
  const statement = fixed(`select ${schema}.sweep($1::text[], $2::bigint, $3::integer)::text as removed`)
  return (collections: ReadonlyArray<Declaration>, now: Millis, limit: number): Statement =>
    statement(
      collections.map(({ name }) => name),
      now,
      limit
    )
}
