import type { Pool, PoolClient } from "../Pool.ts"
import { schemaName } from "../schemaName.ts"
import { historySql, migrationsFor } from "./files.ts"

/**
 * What kept a migration from the database, with a word on what to do. It names the server and the user, never the
 * password.
 */
export const explained = (error: unknown): Error => {
  const advice = ADVICE.get(codeOf(error))
  if (advice === undefined && !(error instanceof AggregateError)) return asError(error)
  return new Error([messageOf(error), ...(advice === undefined ? [] : [advice])].join(". "), { cause: error })
}

const NO_HOST = "No host has this name. An address looks like postgres://user:password@host:5432/database"

/** By the code of Node or of PostgreSQL: what people meet on the way to their first connection. */
const ADVICE = new Map([
  // What stands there is not repeated: there is a password in it.
  [
    "ERR_INVALID_URL",
    "The address of the database is no URL. In a user or password, spell / # @ : % as %2F %23 %40 %3A %25"
  ],
  ["ECONNREFUSED", "Nothing listens there: start PostgreSQL, or correct the host and the port"],
  ["ENOTFOUND", NO_HOST],
  ["EAI_AGAIN", NO_HOST],
  ["ETIMEDOUT", "Nothing answers there: correct the host and the port, or open the way to it"],
  ["28P01", "Correct the user or the password, or set the password of this user"],
  ["28000", "Correct the user, or let it in: pg_hba.conf of the server says who may come"],
  ["3D000", "Correct the name, or create it: createdb --encoding=UTF8 NAME"],
  ["53300", "All connections are taken: end some, or raise max_connections of the server"],
  ["42501", "Grant this user CREATE on the database, or let its owner run what `npx countersign migrate sql` prints"]
])

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : ""

/** Node puts several failed addresses of one host into an error without a message. */
const messageOf = (error: unknown): string =>
  error instanceof AggregateError ? error.errors.map(messageOf).join("; ") : asError(error).message

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

/** Lends one connection, and closes it after a failure: what it had begun goes with it. Its errors say what to do. */
export const onClient = async <A>(pool: Pool, use: (client: PoolClient) => Promise<A>): Promise<A> => {
  const client = await connected(pool)
  // A checked-out connection tells its loss as an event too, and an event that nobody hears ends the process.
  client.on("error", ignore)
  try {
    const answer = await use(client)
    client.removeListener("error", ignore)
    client.release()
    return answer
  } catch (error) {
    // One that is being closed may still speak.
    client.release(error instanceof Error ? error : new Error("postgres: the migrations failed"))
    throw explained(error)
  }
}

const connected = async (pool: Pool): Promise<PoolClient> => {
  try {
    return await pool.connect()
  } catch (error) {
    throw explained(error)
  }
}

const ignore = (): void => {}

/** `changed`: the database was migrated with another file of this name, so nothing may run before a person has looked. */
export interface MigrationState {
  readonly name: string
  readonly checksum: string
  readonly state: "applied" | "missing" | "changed"
}

/** What of the migrations the database has. Reads only; a schema that is not there has none. */
export const migrationStatus = async (
  pool: Pool,
  { schema = "countersign" }: { readonly schema?: string } = {}
): Promise<ReadonlyArray<MigrationState>> => {
  const name = schemaName(schema)
  const rows = await onClient(pool, async (client) => {
    const found = await client.query("select to_regclass($1::text)::text as history", [`${name}.migrations`])
    if (found.rows[0]?.history === null) return []
    return (await client.query(`select name, checksum from ${name}.migrations`)).rows
  })
  return statesOf(await migrationsFor(schema), rows)
}

const statesOf = (
  migrations: ReadonlyArray<{ readonly name: string; readonly checksum: string }>,
  rows: ReadonlyArray<{ readonly [column: string]: string | null }>
): ReadonlyArray<MigrationState> => {
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  return migrations.map(({ checksum, name }) => {
    const before = applied.get(name)
    return { name, checksum, state: before === undefined ? "missing" : before === checksum ? "applied" : "changed" }
  })
}

/**
 * Brings the schema up to date, and answers with the migrations that this call ran. All in one transaction behind one
 * lock: any number of nodes may call it at once, and whoever fails leaves nothing behind.
 */
export const migrate = async (
  pool: Pool,
  { schema = "countersign" }: { readonly schema?: string } = {}
): Promise<ReadonlyArray<string>> => {
  const name = schemaName(schema)
  return onClient(pool, async (client) => {
    await client.query("begin")
    await client.query("select pg_advisory_xact_lock(hashtextextended($1::text, 0))", [`countersign/${schema}`])
    await requireUtf8(client)
    await prepare(client, schema, name)
    const ran = await runMissing(client, schema, name)
    await client.query("commit")
    return ran
  })
}

/** What is stored is text of any language; a narrower encoding would refuse some of it, record by record. */
const requireUtf8 = async (client: PoolClient): Promise<void> => {
  const { rows } = await client.query("select current_setting('server_encoding') as encoding")
  const encoding = rows[0]?.encoding
  if (encoding === "UTF8") return
  throw new Error(
    `postgres: the database's encoding is ${encoding}, and Countersign needs UTF8: ` +
      "create database wallet encoding 'UTF8' template template0"
  )
}

/** Creates the schema only where it is missing: a role may own one without the right to create others. */
const prepare = async (client: PoolClient, schema: string, name: string): Promise<void> => {
  const found = await client.query("select 1 from pg_catalog.pg_namespace where nspname = $1::text", [schema])
  if (found.rows.length === 0) await client.query(`create schema ${name}`)
  await client.query(historySql(schema))
}

const runMissing = async (client: PoolClient, schema: string, name: string): Promise<ReadonlyArray<string>> => {
  const { rows } = await client.query(`select name, checksum from ${name}.migrations`)
  const migrations = await migrationsFor(schema)
  const states = statesOf(migrations, rows)
  const changed = states.find(({ state }) => state === "changed")
  if (changed !== undefined) throw new Error(`postgres: ${changed.name} is not the file that ${name} was migrated with`)
  const missing = migrations.filter((_, nth) => states[nth]?.state === "missing")
  for (const migration of missing) {
    await client.query(migration.sql)
    await client.query(`insert into ${name}.migrations (name, checksum) values ($1, $2)`, [
      migration.name,
      migration.checksum
    ])
  }
  return missing.map((migration) => migration.name)
}
