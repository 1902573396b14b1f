import type { ClaimOnly, ClaimShare, Declaration, EnvironmentKey, Millis } from "@countersign/core"
import type { Answer, PoolQuery } from "./Pool.ts"
import { statements } from "./Statement.ts"
import { CLOCK } from "./server.ts"
import { environmentOf, ROW, rangeOf, rowOf, type Table, type Tables, toId } from "./table.ts"

/**
 * Leases due records and skips those that another worker has locked. The version increases, so that a worker whose lease
 * expired cannot overwrite the work of the next one. `updated_at` stays, because the content does. Environments take
 * turns: `turns` has the one that was served last, by collection and mode. Returns a statement, and how to read the rows of
 * its answer.
 */
export const claiming = (schema: string, tables: Tables) => {
  const statementOf = statements()
  const turns = new Map<string, string>()
  return (collection: Declaration, now: Millis, lease: Millis, limit: number, only?: ClaimOnly | ClaimShare) => {
    const table = tables(collection)
    const rowsOf = ({ rows }: Answer) =>
      rows.flatMap((row) => (row.id === null ? [] : [rowOf(table, row, named(row.name))]))
    if (only !== undefined && "ids" in only) {
      const statement = statementOf(`only ${table.name}`, () => claimText(schema, table, ONLY(table)))
      const ids = only.ids.flatMap((id) => toId(table.id, id) ?? [])
      return { statement: statement(now, lease, limit, environmentOf(only.environment), only.dueBy, ids), rowsOf }
    }
    const [from, to] = only?.environment === undefined ? rangeOf(only?.mode) : placeOf(only.environment)
    const kind = `${from} ${table.name}`
    const most = [...(only?.most ?? [])]
    const statement = statementOf(table.name, () => claimText(schema, table, IN_TURNS(table)))
    return {
      statement: statement(
        only?.byStoreClock === true ? null : now,
        lease,
        limit,
        from,
        to,
        turns.get(kind) ?? from,
        only?.each ?? limit,
        most.map(([name]) => environmentOf(named(name))),
        most.map(([, count]) => count)
      ),
      rowsOf: (answer: Answer) => {
        // One environment alone takes no turns.
        if (only?.environment === undefined) turns.set(kind, answer.rows[0]?.turn ?? from)
        return rowsOf(answer)
      }
    }
  }
}

/** The range of one environment: after the UUID before its own. */
const placeOf = (environment: EnvironmentKey): readonly [from: string, to: string] => {
  const to = environmentOf(environment)
  const before = (BigInt(`0x${to.replaceAll("-", "")}`) - 1n).toString(16).padStart(32, "0")
  return [before.replace(/^(.{8})(.{4})(.{4})(.{4})/u, "$1-$2-$3-$4-"), to]
}

/** The text of a claim of the records that `chosen` selects. Without a record to claim, returns one row of nulls. */
const claimText = (schema: string, { byIndex, name }: Table, chosen: string): string =>
  `with recursive ${chosen}, held as materialized (
      select r.environment, r.id, c.place from chosen c join ${name} r
        on r.environment = c.environment and r.id = c.id and ${byIndex}
      where r.due_at <= c.due_by and (r.leased_until is null or r.leased_until <= c.moment)
      for update of r skip locked
    ), claimed as (
      update ${name} r set version = r.version + 1, leased_until = coalesce($1::bigint, ${CLOCK}) + $2::bigint
      from held h where r.environment = h.environment and r.id = h.id and ${byIndex}
      returning r.environment, r.id, r.version, r.created_at, r.updated_at, r.body, r.due_at, h.place
    )
    select ${ROW}, e.name, coalesce(
      (select c.environment from claimed c order by c.place desc limit 1), (select w.environment from walk w where w.step = ${MOST_PLACES})
    )::text as turn, ${CLOCK}::text as now
    from (values (1)) as one left join claimed r on true left join ${schema}.environments e on e.id = r.environment
    order by r.due_at, r.id, r.environment`

/** The number of environments that a claim looks at. The next claim continues after them. */
const MOST_PLACES = 1000

/** Due records with the given ids in one environment. */
const ONLY = ({
  byIndex,
  id,
  name
}: Table): string => `walk as (select 0 as step, null::uuid as environment), chosen as materialized (
    select r.environment, r.id, $5::bigint as due_by, $1::bigint as moment, row_number() over (order by r.due_at, r.id) as place
    from ${name} r
    where r.environment = $4::uuid and r.id = any ($6::${id.type}[]) and r.due_at <= $5::bigint and ${byIndex}
      and (r.leased_until is null or r.leased_until <= $1::bigint)
    order by r.due_at, r.id limit $3::bigint
  )`

/**
 * Due records of the environments in turns: each environment gets its first record before any gets its second. The queue
 * is walked environment by environment along its index, beginning after the one served last, so the cost does not depend on
 * how many records wait.
 */
const IN_TURNS = ({ byIndex, name }: Table): string => {
  const next = (after: string) =>
    `(select r.environment from ${name} r where r.environment > ${after} and r.environment <= $5::uuid and r.due_at is not null and ${byIndex}
      order by r.environment limit 1)`
  return `walk as (
    select 1 as step, ${next("$6::uuid")} as environment, false as is_again
    union all
    select step + 1, case when w.environment is null then ${next("$4::uuid")} else ${next("w.environment")} end,
      w.is_again or w.environment is null
    from walk w
    where step < ${MOST_PLACES} and not (w.is_again and (w.environment is null or w.environment >= $6::uuid))
  ), chosen as materialized (
    select d.environment, d.id, m.moment as due_by, m.moment, row_number() over (order by d.round, p.step) as place
    from (select coalesce($1::bigint, ${CLOCK}) as moment) as m
    cross join (select * from walk w where w.environment is not null and not (w.is_again and w.environment > $6::uuid)) as p
    cross join lateral (
      select r.environment, r.id, row_number() over (order by r.due_at, r.id) as round from ${name} r
      where r.environment = p.environment and r.due_at <= m.moment and (r.leased_until is null or r.leased_until <= m.moment) and ${byIndex}
      order by r.due_at, r.id
      limit least($3::bigint, coalesce(($9::bigint[])[array_position($8::uuid[], p.environment)], $7::bigint))
    ) as d
    order by d.round, p.step limit $3::bigint
  )`
}

export const named = (text: string | null | undefined): EnvironmentKey => {
  if (typeof text === "string" && isEnvironmentKey(text)) return text
  throw new Error("postgres: a record has an invalid environment")
}

export const isEnvironmentKey = (text: string): text is EnvironmentKey =>
  text.startsWith("sandbox/") || text.startsWith("production/")

/** Counts the due records of each collection and mode, up to 10,000, and finds the earliest. Without any, returns a row of nulls. */
export const counting =
  (tables: Tables) =>
  (collections: ReadonlyArray<Declaration>, now: Millis): PoolQuery => {
    const counts = collections.flatMap((collection) =>
      (["sandbox", "production"] as const).map((mode) => {
        const [from, to] = rangeOf(mode)
        return `select '${collection.name}' as collection, '${mode}' as mode, count(*)::text as count, min(d.due_at)::text as since
          from (select r.due_at from ${tables(collection).name} r
            where r.environment between '${from}' and '${to}' and r.due_at <= $1::bigint limit 10000) as d
          having count(*) > 0`
      })
    )
    const all = counts.join(" union all ")
    const text = `select ${CLOCK}::text as now, q.* from (values (1)) as one left join (${all}) as q on true`
    return { text, values: [now] }
  }

/**
 * Deletes expired records of one collection after the other, the longest expired first, up to `limit` in all, and skips
 * locked ones. A record has to have expired by the clock of the database too, because that of the caller may be ahead.
 */
export const sweeping = (tables: Tables) => {
  const statementOf = statements()
  return (expiring: ReadonlyArray<Declaration>, now: Millis, limit: number): PoolQuery => {
    const counts = expiring.map((_, nth) => `(select count(*) from gone${nth})`)
    const parts = expiring.map(tables).map(
      ({ byIndex, name }, nth) => `, gone${nth} as (
        delete from ${name} r where ${byIndex} and r.ctid = any (array(
          select r.ctid from ${name} r where r.expires_at <= (select m.moment from m) and ${byIndex}
          order by r.expires_at limit greatest(0, ${["$2::bigint", ...counts.slice(0, nth)].join(" - ")})
          for update skip locked
        )) returning 1
      )`
    )
    const text = `with m as materialized (select least($1::bigint, ${CLOCK}) as moment)${parts.join("")}
      select (${counts.join(" + ")})::text as removed`
    return statementOf(text, () => text)(now, limit)
  }
}
