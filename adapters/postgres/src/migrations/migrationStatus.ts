import type { Pool } from "../Pool.ts"
import { schemaName } from "../schemaName.ts"
import { migrationsFor } from "./files.ts"
import { onClient } from "./onClient.ts"

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

export const statesOf = (
  migrations: ReadonlyArray<{ readonly name: string; readonly checksum: string }>,
  rows: ReadonlyArray<{ readonly [column: string]: string | null }>
): ReadonlyArray<MigrationState> => {
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  return migrations.map(({ checksum, name }) => {
    const before = applied.get(name)
    return { name, checksum, state: before === undefined ? "missing" : before === checksum ? "applied" : "changed" }
  })
}
