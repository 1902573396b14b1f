import { collections, tablesOf } from "@countersign/harness/tables"
import pg from "pg"
import { refresh } from "../flows/emailOtp.ts"
import { lockstep } from "../inProcess/lockstep.ts"
import { start } from "../ours/start.ts"
import type { ServerSpec } from "../server/ServerSpec.ts"

/** Active sessions of a seeded database, and signed requests that are not swept yet. It has 3 wallets for 10 sessions. */
export type Population = Readonly<Record<"requests" | "sessions", number>>

/** Starts our service in this process on a database. It has one connection, with the statistics of its statements. */
export const serviceOn = async (database: string, more: Pick<ServerSpec, "known" | "subjects">) => {
  const spec = { kind: "ours", mount: "node", store: "postgres", database, connections: 1, ...more } as const
  // Stored, so that a first leg reads and writes tables.
  const { close, listener, pool, seeds } = await start(spec, undefined, { policy: { firstLegs: "stored" } })
  const [seed] = seeds
  if (pool === undefined || seed === undefined) throw new Error("scale: the service has no database")
  return { close, pool, subjects: seed.subjects, target: lockstep(listener, seed) }
}
export type Service = Awaited<ReturnType<typeof serviceOn>>

/**
 * Fills a database: the service writes its records for some subjects, who refresh their sessions once. Then each record
 * is copied as often as the population requires. A copy differs from its original by its id and by the columns of its keys
 * and indexes, so the originals are spread evenly over the tables and the indexes. No call reads a copy.
 */
export const seed = async (database: string, population: Population, count: number) => {
  const began = performance.now()
  const { close, subjects, target } = await serviceOn(database, { subjects: count })
  const user = await refresh.open(target, 0, 1)
  for (let left = count; left > 0; left -= 1) await user.run()
  await close()
  const pool = new pg.Pool({ connectionString: database, max: 1 })
  const client = await pool.connect()
  try {
    for (const statement of await copies(client, population)) await client.query(statement)
    const { rows } = await client.query<{ tables: number; indexes: number }>(SIZES)
    return { ...population, subjects, seconds: (performance.now() - began) / 1000, ...rows[0] }
  } finally {
    client.release(true)
    await pool.end()
  }
}

const SIZES = `select sum(pg_table_size(oid))::float8 as tables, sum(pg_indexes_size(oid))::float8 as indexes
  from pg_class where relnamespace = 'countersign'::regnamespace and relkind = 'r'`

/** A day is added to each expiry, so that nothing expires before the measurements end. */
const DAY = 24 * 60 * 60 * 1000

/**
 * The statements that multiply the records. Tables that are filled in the transaction that truncates them are written
 * without WAL, and their indexes are built in bulk. Records that wait for a worker are not copied.
 */
const copies = async (client: pg.PoolClient, { requests, sessions }: Population): Promise<ReadonlyArray<string>> => {
  const { rows: indexes } = await client.query<{ drop: string; create: string }>(
    `select case when c.conname is null then 'drop index ' || i.indexrelid::regclass
        else format('alter table %s drop constraint %I', i.indrelid::regclass, c.conname) end as drop,
      case when c.conname is null then pg_get_indexdef(i.indexrelid)
        else format('alter table %s add constraint %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid))
        end as create
    from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
    where i.indrelid = any ($1::regclass[])
    order by c.conname nulls last`,
    [collections.map(({ name }) => `countersign.${name}`)]
  )
  const counts = new Map([
    ["sessions", sessions],
    ["signed_requests", requests]
  ])
  const filled: Array<string> = []
  for (const { due, name } of collections) {
    const { fields } = await client.query(`select * from countersign.${name} limit 0`)
    const last = `greatest(0, round(${counts.get(name) ?? sessions * 0.3} / originals.count) - 1)::bigint`
    filled.push(
      `create temp table originals as select *, count(*) over () from countersign.${name}`,
      `truncate countersign.${name}`,
      `insert into countersign.${name} select ${fields.map((field) => cellOf(field))} from originals
        cross join lateral generate_series(0, ${due === undefined ? last : `case when due_at is null then ${last} else 0 end`}) as n`,
      "drop table originals"
    )
  }
  return [
    "begin",
    "set local maintenance_work_mem = '1GB'",
    ...indexes.map(({ drop }) => drop),
    ...filled,
    ...indexes.map(({ create }) => create),
    "commit",
    `analyze ${tablesOf()}`
  ]
}

/** The value of a column in copy `n`. A text of one word, such as a state, stays. */
const cellOf = ({ dataTypeID, name }: pg.FieldDef): string => {
  const column = `"${name}"`
  if (["environment", "body"].includes(name)) return column
  if (name === "expires_at") return `${column} + ${DAY}`
  if (dataTypeID === pg.types.builtins.UUID)
    return `case when n = 0 then ${column} else overlay(${column}::text placing lpad(to_hex(n), 12, '0') from 25)::uuid end`
  if (dataTypeID !== pg.types.builtins.TEXT) return column
  return `case when n = 0 or ${column} ~ '^[A-Z][A-Za-z_]*$' then ${column} else ${column} || '.' || n end`
}
