import type { Pool, PoolClient } from "../Pool.ts"
import { ignore } from "../Statement.ts"
import { schemaName } from "../schemaName.ts"
import { historySql, type Migration, migrationsFor } from "./files.ts"
import { type Applied, exists, isOld, progressOf, UPGRADED, upgradeStep } from "./upgrade.ts"

/**
 * Returns the error with advice on how to fix it, if there is any. The message may contain the server and the user,
 * never the password.
 */
export const explained = (error: unknown): Error => {
  const advice = ADVICE.get(codeOf(error))
  if (advice === undefined && !(error instanceof AggregateError)) return asError(error)
  return new Error([messageOf(error), ...(advice === undefined ? [] : [advice])].join(". "), { cause: error })
}

const NO_HOST = "No host has this name. A connection URL has the form postgres://user:password@host:5432/database"

/** Common connection failures, by error code of Node.js or SQLSTATE of PostgreSQL. */
const ADVICE = new Map([
  // The message does not repeat the URL, because it may contain a password.
  [
    "ERR_INVALID_URL",
    "The database URL is invalid. In the user and the password, encode / # @ : % as %2F %23 %40 %3A %25"
  ],
  ["ECONNREFUSED", "No server listens at this address: start PostgreSQL, or correct the host and the port"],
  ["ENOTFOUND", NO_HOST],
  ["EAI_AGAIN", NO_HOST],
  ["ETIMEDOUT", "The server does not respond: correct the host and the port, or allow the connection in the firewall"],
  ["28P01", "Correct the user or the password, or set the password of this user"],
  ["28000", "Correct the user, or allow it in pg_hba.conf of the server"],
  ["3D000", "Correct the name of the database, or create it: createdb --encoding=UTF8 NAME"],
  [
    "55P03",
    "Another transaction has held a table for a minute: find it in pg_stat_activity, let it end, and run the migrations again"
  ],
  ["53300", "All connections are in use: close some, or raise max_connections of the server"],
  [
    "42501",
    "Grant this user CREATE on the database, or run the output of `npx @countersign/cli migrate sql` as its owner"
  ]
])

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : ""

/** Node.js reports the failed addresses of a host as an `AggregateError` without a message. */
const messageOf = (error: unknown): string =>
  error instanceof AggregateError ? error.errors.map(messageOf).join("; ") : asError(error).message

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

/** `pg` throws at once for a malformed address, and rejects otherwise. */
const connected = async (pool: Pool): Promise<PoolClient> => {
  try {
    return await pool.connect()
  } catch (error) {
    throw explained(error)
  }
}

/** Runs `use` on one connection. After a failure, closes it, which rolls back its transaction, and adds advice. */
export const onClient = async <A>(pool: Pool, use: (client: PoolClient) => Promise<A>): Promise<A> => {
  const client = await connected(pool)
  // A lost connection also emits an error event, and an unhandled error event terminates the process.
  client.on("error", ignore)
  try {
    const answer = await use(client)
    client.removeListener("error", ignore)
    client.release()
    return answer
  } catch (error) {
    // The listener remains, because a connection that is being closed may still emit errors.
    client.release(error instanceof Error ? error : new Error("postgres: the migrations failed"))
    throw explained(error)
  }
}

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
  let attempts = 0
  for (;;) {
    try {
      const { isDone, names, progress } = await locked(pool, schema, async (client) => {
        if (isSwitching) await prepare(client, schema, name)
        const applied = await appliedIn(client, name)
        if (!isOld(applied))
          return { isDone: true, names: isSwitching ? await runMissing(client, schema, applied) : [] }
        const step = await upgradeStep(client, schema, applied, { isSwitching, rows })
        if (typeof step === "string")
          return { isDone: step === "ready", names: [], progress: await progressOf(client, schema) }
        await record(client, name, step)
        return { isDone: false, names: [step.name] }
      })
      ran.push(...names)
      if (progress !== undefined) onProgress(progress)
      if (isDone) return ran
      attempts = 0
      await sleep(pause)
    } catch (error) {
      // Another transaction holds a table that the step has to lock. Between two attempts the old nodes can use it.
      attempts += 1
      if (!isBusy(error) || attempts === MOST_ATTEMPTS) throw error
      await sleep(1000)
    }
  }
}

const MOST_ATTEMPTS = 60

/** Waiting for a lock took too long, or was a deadlock. */
const isBusy = (error: unknown): boolean =>
  error instanceof Error && ["55P03", "40P01"].includes(codeOf(error.cause ?? error))

const sleep = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis))

/** Runs `use` in a transaction with the lock that all migrations of the schema share. */
const locked = <A>(pool: Pool, schema: string, use: (client: PoolClient) => Promise<A>): Promise<A> =>
  onClient(pool, async (client) => {
    await client.query("begin")
    await client.query("select pg_advisory_xact_lock(hashtextextended($1::text, 0))", [`countersign/${schema}`])
    await requireUtf8(client)
    const answer = await use(client)
    await client.query("commit")
    return answer
  })

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
const prepare = async (client: PoolClient, schema: string, name: string): Promise<void> => {
  const found = await client.query("select 1 from pg_catalog.pg_namespace where nspname = $1::text", [schema])
  if (found.rows.length === 0) await client.query(`create schema ${name}`)
  await client.query(historySql(schema))
}

const runMissing = async (client: PoolClient, schema: string, applied: Applied): Promise<ReadonlyArray<string>> => {
  const name = schemaName(schema)
  const migrations = migrationsFor(schema)
  const states = statesOf(migrations, applied)
  const changed = states.find(({ state }) => state === "changed")
  if (changed !== undefined)
    throw new Error(`postgres: ${changed.name} differs from the file that was applied to ${name}`)
  const missing = migrations.filter((_, nth) => states[nth]?.state === "missing")
  for (const migration of missing) {
    await client.query(migration.sql)
    await record(client, name, migration)
  }
  return missing.map((migration) => migration.name)
}

const record = async (client: PoolClient, name: string, { checksum, name: migration }: Migration): Promise<void> => {
  await client.query(`insert into ${name}.migrations (name, checksum) values ($1, $2)`, [migration, checksum])
}
