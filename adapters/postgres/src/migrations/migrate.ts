import { setTimeout as sleep } from "node:timers/promises"
import type { Pool, PoolClient } from "../Pool.ts"
import { ignore } from "../Statement.ts"
import { schemaName } from "../table.ts"
import { codeOf, onClient } from "./explained.ts"
import { historySql, type Migration, migrationsFor } from "./files.ts"
import { type Applied, exists, isOld, progressOf, UPGRADED, upgradeStep } from "./upgrade/upgrade.ts"

/** `changed`: the database was migrated with another file of this name, and `migrate` fails until this is resolved. */
export interface MigrationState {
  readonly name: string
  readonly checksum: string
  readonly state: "applied" | "missing" | "changed"
  /** How far the upgrade to a missing migration is, such as `copying 40 %`, in a schema that has the tables before it. */
  readonly progress?: string
}

/** Returns the state of each migration in order, without writing. In a missing schema, all are `missing`. */
export const migrationStatus = (
  pool: Pool,
  { schema = "countersign" }: { readonly schema?: string } = {}
): Promise<ReadonlyArray<MigrationState>> => {
  const name = schemaName(schema)
  return onClient(pool, async (client) => {
    const applied = await appliedIn(client, name)
    const states = statesOf(migrationsFor(schema), applied)
    if (!isOld(applied)) return states
    const progress = await progressOf(client, schema)
    return states.map((one) => (one.name === UPGRADED ? { ...one, progress } : one))
  })
}

const appliedIn = async (client: PoolClient, name: string): Promise<Applied> => {
  if (!(await exists(client, `${name}.migrations`))) return new Map()
  const { rows } = await client.query(`select name, checksum from ${name}.migrations`)
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

const statesOf = (migrations: ReadonlyArray<Migration>, applied: Applied): ReadonlyArray<MigrationState> =>
  migrations.map(({ checksum, name }) => {
    const before = applied.get(name)
    return { name, checksum, state: before === undefined ? "missing" : before === checksum ? "applied" : "changed" }
  })

export interface MigrateOptions {
  /** Default: countersign. */
  readonly schema?: string
  /** Milliseconds between two steps of an upgrade, which relieve the database. Default: 0. */
  readonly pause?: number
  /** The most records that a step of an upgrade copies. Default: 1000. */
  readonly rows?: number
  /** Is called with the progress of an upgrade after each step. */
  readonly onProgress?: (progress: string) => void
}

/**
 * Runs the missing migrations and returns their names. All run in one transaction under an advisory lock, so any number of
 * nodes may call it concurrently, and a failure rolls back everything. A schema of the version before is upgraded in many
 * transactions, while nodes of that version serve; the last one stops them. If it fails before, the next call goes on.
 */
export const migrate = (pool: Pool, options: MigrateOptions = {}): Promise<ReadonlyArray<string>> =>
  runAll(pool, options, true)

/**
 * Copies the records of a schema of the version before, without the switch that stops its nodes. `migrate` then copies
 * what has changed since, and switches. Does nothing in any other schema.
 */
export const prepareUpgrade = async (pool: Pool, options: MigrateOptions = {}): Promise<void> => {
  await runAll(pool, options, false)
}

const runAll = async (
  pool: Pool,
  { onProgress = ignore, pause = 0, rows = 1000, schema = "countersign" }: MigrateOptions,
  isSwitching: boolean
): Promise<ReadonlyArray<string>> => {
  const name = schemaName(schema)
  const ran: Array<string> = []
  for (;;) {
    const { isDone, names, progress } = await locked(pool, schema, async (client) => {
      if (isSwitching) await prepare(client, schema)
      const applied = await appliedIn(client, name)
      if (!isOld(applied)) return { isDone: true, names: isSwitching ? await runMissing(client, schema, applied) : [] }
      const step = await upgradeStep(client, schema, applied, { isSwitching, rows })
      if (step === "switched") return { isDone: false, names: [UPGRADED] }
      return { isDone: step === "ready", names: [], progress: await progressOf(client, schema) }
    })
    ran.push(...names)
    if (progress !== undefined) onProgress(progress)
    if (isDone) return ran
    await sleep(pause)
  }
}

/** Runs `use` in a transaction with the lock that all migrations of the schema share. */
const locked = async <A>(pool: Pool, schema: string, use: (client: PoolClient) => Promise<A>): Promise<A> => {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await onClient(pool, async (client) => {
        await client.query("begin")
        await client.query("select pg_advisory_xact_lock(hashtextextended($1::text, 0))", [`countersign/${schema}`])
        await requireUtf8(client)
        const answer = await use(client)
        await client.query("commit")
        return answer
      })
    } catch (error) {
      // Another transaction holds a table that the step has to lock. Between two attempts the old nodes can use it.
      if (!isBusy(error) || attempts === MOST_ATTEMPTS) throw error
      await sleep(1000)
    }
  }
}

const MOST_ATTEMPTS = 60

/** Waiting for a lock took too long, or was a deadlock. */
const isBusy = (error: unknown): boolean =>
  error instanceof Error && ["55P03", "40P01"].includes(codeOf(error.cause ?? error))

/** Rejects a database with another encoding, because it would fail later on text that the encoding cannot represent. */
const requireUtf8 = async (client: PoolClient): Promise<void> => {
  const { rows } = await client.query("select current_setting('server_encoding') as encoding")
  const encoding = rows[0]?.encoding
  if (encoding === "UTF8") return
  throw new Error(
    `postgres: the database has the encoding ${encoding}, but Countersign requires UTF8. Create one with: ` +
      "create database wallet encoding 'UTF8' template template0"
  )
}

/** Creates the schema only if it is missing, because a role may own a schema without the right to create others. */
const prepare = async (client: PoolClient, schema: string): Promise<void> => {
  const found = await client.query("select 1 from pg_catalog.pg_namespace where nspname = $1::text", [schema])
  if (found.rows.length === 0) await client.query(`create schema ${schemaName(schema)}`)
  await client.query(historySql(schema))
}

const runMissing = async (client: PoolClient, schema: string, applied: Applied): Promise<ReadonlyArray<string>> => {
  const migrations = migrationsFor(schema)
  const states = statesOf(migrations, applied)
  const changed = states.find(({ state }) => state === "changed")
  if (changed !== undefined)
    throw new Error(`postgres: ${changed.name} differs from the file that was applied to ${schemaName(schema)}`)
  const missing = migrations.filter((_, nth) => states[nth]?.state === "missing")
  for (const { record, sql } of missing) await client.query(`${sql}\n${record}`)
  return missing.map(({ name }) => name)
}
