import type { Pool } from "../Pool.ts"
import { schemaName } from "../schemaName.ts"
import { connected } from "./connected.ts"
import { explained } from "./explained.ts"
import { migrationsFor } from "./files.ts"

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
  const client = await connected(pool)
  try {
    const found = await client.query("select to_regclass($1::text)::text as history", [
      `${schemaName(schema)}.migrations`
    ])
    const isThere = found.rows[0]?.history !== null
    const { rows } = isThere
      ? await client.query(`select name, checksum from ${schemaName(schema)}.migrations`)
      : { rows: [] }
    client.release()
    return statesOf(await migrationsFor(schema), rows)
  } catch (error) {
    client.release(error instanceof Error ? error : new Error("postgres: the history could not be read"))
    throw explained(error)
  }
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
