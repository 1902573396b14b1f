import { hash } from "node:crypto"
import { readFileSync } from "node:fs"
import type pg from "pg"

/** The migration of the version before, which had all records in one table. */
const initial = readFileSync(new URL("../old/0001_initial.sql", import.meta.url), "utf8")

/** Creates a schema as the version before left it. */
export const migrateOld = async (pool: Pick<pg.Pool, "query">, schema: string): Promise<void> => {
  await pool.query(`begin; create schema ${schema};
    create table ${schema}.migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now());
    ${initial.replaceAll('"countersign"', schema)}
    insert into ${schema}.migrations (name, checksum) values ('0001_initial.sql', '${hash("sha256", initial)}'); commit;`)
}
