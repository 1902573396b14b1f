import { createHash } from "node:crypto"
import { schemaName } from "../schemaName.ts"
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

/** One migration: its name, the SHA-256 of its text in hex, and its SQL for one schema. */
export interface Migration {
  readonly name: string
  readonly checksum: string
  readonly sql: string
}

/** Returns all migrations in the order in which they run. */
export const migrationsFor = (schema: string): ReadonlyArray<Migration> =>
  [...texts].map(([name, text]) => ({
    name,
    checksum: createHash("sha256").update(text).digest("hex"),
    sql: text.replaceAll('"countersign"', schemaName(schema))
  }))

/** The table that records which migrations were applied. */
export const historySql = (schema: string): string => `create table if not exists ${schemaName(schema)}.migrations (
  name text primary key, checksum text not null, applied_at timestamptz not null default now()
);`
