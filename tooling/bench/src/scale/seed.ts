import pg from "pg"
import { refresh } from "../flows/emailOtp.ts"
import { lockstep } from "../inProcess/lockstep.ts"
import { startFor } from "../ours/start.ts"
import type { ServerSpec } from "../server/ServerSpec.ts"

/** Active sessions of a seeded database, and signed requests that are not swept yet. It has 3 wallets for 10 sessions. */
export type Population = Readonly<Record<"requests" | "sessions", number>>

/** Starts our service in this process on a database. It has one connection, with the statistics of its statements. */
export const serviceOn = async (database: string, more: Pick<ServerSpec, "known" | "subjects">) => {
  const spec = { kind: "ours", mount: "node", store: "postgres", database, connections: 1, ...more } as const
  const { close, listener, pool, seeds } = await startFor(spec)
  const [seed] = seeds
  if (pool === undefined || seed === undefined) throw new Error("scale: the service has no database")
  return { close, pool, subjects: seed.subjects, target: lockstep(listener, seed) }
}
export type Service = Awaited<ReturnType<typeof serviceOn>>

/**
 * Fills a database: the service writes its records for some subjects, who refresh their sessions once. Then each record
 * is copied as often as the population requires. A copy differs from its original by its id and by its addresses in the
 * indexes, so the originals are spread evenly over the tables and the indexes. No call reads a copy.
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

const TABLES = ["records", "keys", "entries"]

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
    from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype = 'p'
    where i.indrelid = any (array[${TABLES.map((table) => `'countersign.${table}'::regclass`)}])
    order by c.conname nulls last`
  )
  const sizes = `case collection when 'sessions' then ${sessions} when 'signed_requests' then ${requests}
    else ${sessions * 0.3} end`
  const addresses = (column: string) =>
    `case when n = 0 then ${column} else array(select sha256(each || int8send(n)) from unnest(${column}) each) end`
  return [
    "begin",
    "set local maintenance_work_mem = '1GB'",
    `create temp table originals on commit drop as select *, case when due_at is not null then 0
      else greatest(0, round(${sizes} / count(*) over (partition by collection)) - 1) end::bigint as last
      from countersign.records`,
    `truncate ${TABLES.map((table) => `countersign.${table}`)}`,
    ...indexes.map(({ drop }) => drop),
    `insert into countersign.records (
      collection, environment, id, version, created_at, updated_at, expires_at, due_at, leased_until, keys, entries, body)
    select collection, environment, case when n = 0 then id else id || '.' || n end, version, created_at, updated_at,
      expires_at + ${DAY}, due_at, leased_until, ${addresses("keys")}, ${addresses("entries")}, body
    from originals cross join lateral generate_series(0, last) as n`,
    "insert into countersign.keys (address, id) select unnest(keys), id from countersign.records",
    `insert into countersign.entries (address, created_at, id)
      select unnest(entries), created_at, id from countersign.records`,
    ...indexes.map(({ create }) => create),
    "commit",
    // Index-only scans require an up-to-date visibility map.
    ...["entries", "keys"].map((table) => `vacuum (analyze) countersign.${table}`),
    "analyze countersign.records"
  ]
}
