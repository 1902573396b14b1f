import { describe, it } from "node:test"
import { Store } from "@countersign/core"
import { Effect } from "@countersign/core/effect"
import { storeSuite } from "@countersign/testkit"
import initSqlJs from "sql.js"
import { sqliteStore } from "../dist/sqliteStore.js"

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
