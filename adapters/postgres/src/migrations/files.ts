import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { pathToFileURL } from "node:url"
import { schemaName } from "../schemaName.ts"

/** In order. A released migration is never changed; append a new one instead. */
const names = ["0001_initial.sql"]

/** One migration: its file, the SHA-256 of that file in hex, and its SQL for one schema. */
export interface Migration {
  readonly name: string
  readonly checksum: string
  readonly sql: string
}

/** Returns all migrations in the order in which they run. */
export const migrationsFor = (schema: string): Promise<ReadonlyArray<Migration>> =>
  Promise.all(
    names.map(async (name) => {
      const text = await readFile(fileOf(name), "utf8")
      const checksum = createHash("sha256").update(text).digest("hex")
      return { name, checksum, sql: text.replaceAll('"countersign"', schemaName(schema)) }
    })
  )

// Resolved by package name, because the path of this module differs between the sources and the published package.
const fileOf = (name: string): URL => {
  const manifest = createRequire(import.meta.url).resolve("@countersign/postgres/package.json")
  return new URL(`migrations/${name}`, pathToFileURL(manifest))
}

/** The table that records which migrations were applied. */
export const historySql = (schema: string): string => `create table if not exists ${schemaName(schema)}.migrations (
  name text primary key, checksum text not null, applied_at timestamptz not null default now()
);`
