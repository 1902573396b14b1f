import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import type { Pool, PoolClient } from "./Pool.ts"
import { schemaName } from "./schemaName.ts"

/** In order; what has been released is never changed, only followed. */
const names = ["0001_initial.sql"]

/** The files stand beside the sources and beside what is built from them. */
const folder = new URL("../migrations/", import.meta.url)

/**
 * Brings the schema up to date, and answers with the migrations that this call ran. All in one transaction behind one
 * lock: any number of nodes may call it at once, and whoever fails leaves nothing behind.
 */
export const migrate = async (
  pool: Pool,
  { schema = "countersign" }: { readonly schema?: string } = {}
): Promise<ReadonlyArray<string>> => {
  const name = schemaName(schema)
  const client = await pool.connect()
  try {
    await client.query("begin")
    await client.query("select pg_advisory_xact_lock(hashtextextended($1::text, 0))", [`countersign/${schema}`])
    await prepare(client, schema, name)
    const ran = await runMissing(client, name)
    await client.query("commit")
    client.release()
    return ran
  } catch (error) {
    // The connection closes, and takes the transaction with it.
    client.release(error instanceof Error ? error : new Error("postgres: the migration failed"))
    throw error
  }
}

/** Creates the schema only where it is missing: a role may own one without the right to create others. */
const prepare = async (client: PoolClient, schema: string, name: string): Promise<void> => {
  const found = await client.query("select 1 from pg_catalog.pg_namespace where nspname = $1::text", [schema])
  if (found.rows.length === 0) await client.query(`create schema ${name}`)
  await client.query(`create table if not exists ${name}.migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now()
  )`)
}

const runMissing = async (client: PoolClient, name: string): Promise<ReadonlyArray<string>> => {
  const { rows } = await client.query(`select name, checksum from ${name}.migrations`)
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  const ran: Array<string> = []
  for (const file of names) {
    const sql = await readFile(new URL(file, folder), "utf8")
    const checksum = createHash("sha256").update(sql).digest("hex")
    const before = applied.get(file)
    if (before === checksum) continue
    if (before !== undefined) throw new Error(`postgres: ${file} is not the file that ${name} was migrated with`)
    await client.query(sql.replaceAll('"countersign"', name))
    await client.query(`insert into ${name}.migrations (name, checksum) values ($1, $2)`, [file, checksum])
    ran.push(file)
  }
  return ran
}
