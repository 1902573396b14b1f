import type { ServerSpec } from "../server/ServerSpec.ts"
import { memoryStore } from "./memoryStore.ts"
import { postgresStore } from "./postgresStore.ts"
import type { Rows } from "./seeded.ts"
import { TABLES } from "./tables.ts"

/** The store of a floor, with the subjects in it. */
export const openStore = async ({ database, store }: ServerSpec, rows: Rows) => {
  if (store === "memory") return { store: memoryStore(rows), statements: () => 0, close: async () => {} }
  const opened = postgresStore(database)
  await opened.pool.query(TABLES)
  for (const [table, records] of Object.entries(rows)) {
    await opened.pool.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
      JSON.stringify(records)
    ])
  }
  await opened.pool.query("analyze")
  return opened
}
