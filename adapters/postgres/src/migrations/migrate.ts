import type { Pool, PoolClient } from "../Pool.ts"
import { schemaName } from "../schemaName.ts"
import { historySql, migrationsFor } from "./files.ts"
import { statesOf } from "./migrationStatus.ts"
import { onClient } from "./onClient.ts"

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
