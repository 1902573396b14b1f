import { Store } from "@countersign/core"
import { Effect } from "@countersign/core/effect"
import { storeSuite } from "@countersign/testkit"
import initSqlJs from "sql.js"
import { describe, it } from "vitest"
import { sqliteStore } from "../src/sqliteStore.ts"

const { Database } = await initSqlJs()

storeSuite({
  name: "sqlite",
  make: async () => {
    const database = new Database()
    const store = await Effect.runPromise(Effect.provide(Store, sqliteStore(database)))
    return { store, close: async () => database.close() }
  },
  clock: "test",
  describe,
  it,
  report: console.log
})
