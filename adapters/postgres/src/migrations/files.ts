import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { schemaName } from "../schemaName.ts"

/** In order; what has been released is never changed, only followed. */
const names = ["0001_initial.sql"]

/** The files stand beside the sources and beside what is built from them. */
const folder = new URL("../../migrations/", import.meta.url)

/** One migration: its file, the SHA-256 of that file in hex, and its SQL for one schema. */
export interface Migration {
  readonly name: string
  readonly checksum: string
  readonly sql: string
}

/** Every migration there is, in the order in which they run. */
export const migrationsFor = (schema: string): Promise<ReadonlyArray<Migration>> =>
  Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), "utf8")
      const checksum = createHash("sha256").update(text).digest("hex")
      return { name, checksum, sql: text.replaceAll('"countersign"', schemaName(schema)) }
    })
  )

/** The table in which the database keeps what has run. */
export const historySql = (schema: string): string => `create table if not exists ${schemaName(schema)}.migrations (
  name text primary key, checksum text not null, applied_at timestamptz not null default now()
);`
