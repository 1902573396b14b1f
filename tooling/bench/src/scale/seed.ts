import { migrate } from "@countersign/postgres"
import pg from "pg"
import { startCluster as startServer } from "../run/cluster.ts"
import { copies, type Table } from "./copies.ts"
import type { Population } from "./Population.ts"
import { type Template, templates } from "./templates.ts"

/** The size of a seeded database, and the duration of the seeding. */
export interface Seeded {
  readonly seconds: number
  readonly tableBytes: number
  readonly indexBytes: number
}

const SCHEMA = "countersign"

/**
 * Fills the tables of the adapter with a population. Two connections share the work. Each uses one transaction that
 * truncates a table, fills it and then creates its indexes, so PostgreSQL writes no WAL and builds indexes in bulk.
 */
export const seed = async (pool: pg.Pool, population: Population): Promise<Seeded> => {
  const began = performance.now()
  await migrate(pool)
  await Promise.all([filled(pool, ["records"], population), filled(pool, ["entries", "keys"], population)])
  // Index-only scans require an up-to-date visibility map.
  await pool.query(`vacuum (analyze) ${SCHEMA}.entries, ${SCHEMA}.keys`)
  await pool.query(`analyze ${SCHEMA}.records`)
  const { rows } = await pool.query<{ tables: string; indexes: string }>(
    `select sum(pg_table_size(c.oid))::text as tables, sum(pg_indexes_size(c.oid))::text as indexes
    from pg_class c where c.relnamespace = '${SCHEMA}'::regnamespace and c.relkind = 'r'`
  )
  return {
    seconds: (performance.now() - began) / 1000,
    tableBytes: Number(rows[0]?.tables),
    indexBytes: Number(rows[0]?.indexes)
  }
}

const filled = async (pool: pg.Pool, tables: ReadonlyArray<Table>, population: Population): Promise<void> => {
  const client = await pool.connect()
  try {
    await client.query("begin")
    await client.query("set local maintenance_work_mem = '1GB'")
    for (const table of tables) {
      await client.query(`truncate ${SCHEMA}.${table}`)
      const indexes = await takenDown(client, table)
      for (const template of templates.filter((each) => stands(each, table))) {
        await client.query(copies(SCHEMA, table, template, population))
      }
      for (const index of indexes) await client.query(index)
    }
    await client.query("commit")
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Whether a template has rows in a table. Most collections have no unique keys. */
const stands = ({ collection }: Template, table: Table): boolean =>
  table !== "keys" || Object.keys(collection.unique).length > 0

/** Drops the indexes of a table, including its primary key. Returns the statements that create them again. */
const takenDown = async (client: pg.PoolClient, table: Table): Promise<ReadonlyArray<string>> => {
  const { rows } = await client.query<{ index: string; constraint: string | null; definition: string }>(
    `select i.indexrelid::regclass::text as index, c.conname as constraint,
      coalesce(pg_get_constraintdef(c.oid), pg_get_indexdef(i.indexrelid)) as definition
    from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype = 'p'
    where i.indrelid = '${SCHEMA}.${table}'::regclass order by c.conname nulls last`
  )
  for (const { constraint, index } of rows) {
    await client.query(
      constraint === null ? `drop index ${index}` : `alter table ${SCHEMA}.${table} drop constraint "${constraint}"`
    )
  }
  return rows.map(({ constraint, definition }) =>
    constraint === null ? definition : `alter table ${SCHEMA}.${table} add constraint "${constraint}" ${definition}`
  )
}

export interface Cluster {
  readonly folder: string
  readonly create: (database: string) => Promise<void>
  readonly drop: (database: string) => Promise<void>
  readonly pool: (database: string, options?: pg.PoolConfig) => pg.Pool
  /** Stops the server and deletes its files. */
  readonly end: () => Promise<void>
}

/**
 * Starts a PostgreSQL server in a new folder. With `wal_level = minimal`, a table that is filled in the transaction
 * that truncated it is written once, without WAL. The data need not survive a crash.
 */
export const startCluster = async (settings: Readonly<Record<string, string>> = {}): Promise<Cluster> => {
  const server = await startServer({ ...SETTINGS, ...settings })
  const pool = (url: string, options: pg.PoolConfig = {}) => {
    const made = new pg.Pool({ connectionString: url, ...options })
    made.on("error", () => {})
    return made
  }
  const urls = new Map<string, string>()
  const urlOf = (database: string): string => {
    const url = urls.get(database)
    if (url === undefined) throw new Error(`scale: the database ${database} does not exist`)
    return url
  }
  const create = async (database: string) => void urls.set(database, await server.database(database))
  await create("admin")
  const admin = pool(urlOf("admin"), { max: 1 })
  return {
    folder: server.folder,
    pool: (database, options) => pool(urlOf(database), options),
    create,
    drop: async (database) => void (await admin.query(`drop database ${database}`)),
    end: async () => {
      await admin.end()
      await server.stop()
    }
  }
}

const SETTINGS = {
  fsync: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "4GB",
  checkpoint_timeout: "30min",
  max_connections: "100"
}
