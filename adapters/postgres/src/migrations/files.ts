import { hash } from "node:crypto"
import { schemaName } from "../table.ts"
import { tables } from "./0002_tables.js"
import { views } from "./0003_views.js"

/**
 * In order, by the name under which a database records it. Modules, so that a bundle contains them. A released
 * migration is never changed; append a new one instead.
 */
const texts = new Map([
  ["0002_tables.sql", tables],
  ["0003_views.sql", views]
])

/** One migration: its name, the SHA-256 of its text in hex, and for one schema its SQL and the SQL that records it. */
export interface Migration {
  readonly name: string
  readonly checksum: string
  readonly sql: string
  readonly record: string
}

/** Returns all migrations in the order in which they run. */
export const migrationsFor = (schema: string): ReadonlyArray<Migration> =>
  [...texts].map(([name, text]) => {
    const checksum = hash("sha256", text)
    const sql = text.replaceAll('"countersign"', schemaName(schema))
    const record = `insert into ${schemaName(schema)}.migrations (name, checksum) values ('${name}', '${checksum}');`
    return { name, checksum, sql, record }
  })

/** The table that records which migrations were applied. */
export const historySql = (schema: string): string => `create table if not exists ${schemaName(schema)}.migrations (
  name text primary key, checksum text not null, applied_at timestamptz not null default now()
);`

/**
 * Returns all migrations as plain SQL in one transaction, for teams that use another migration tool. The SQL also
 * records the migrations as applied, so `migrate` and `migrationStatus` recognize them. A schema of the version before needs
 * `migrate`, so the SQL fails there with an error that says so.
 */
export const migrationSql = async ({ schema = "countersign" }: { readonly schema?: string } = {}): Promise<string> => {
  const name = schemaName(schema)
  const parts = migrationsFor(schema).map((migration) => `-- ${migration.name}\n${migration.sql}\n${migration.record}`)
  const guard = `select ('this schema has records of the version before: npx @countersign/cli migrate up --schema ${schema} ' ||
  to_regclass('${name}.records')::text)::integer;`
  const all = ["begin;", guard, `create schema if not exists ${name};`, historySql(schema), ...parts, "commit;", ""]
  return all.join("\n\n")
}
