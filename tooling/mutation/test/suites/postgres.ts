import { collections, Store } from "@countersign/core"
import { cluster } from "@countersign/harness/postgres"
import { collectionsSql, migrate, postgres } from "@countersign/postgres"
import { storeSuite, suiteCollections } from "@countersign/testkit"
import { Effect } from "effect"
import type pg from "pg"
import { beforeAll, describe, it } from "vitest"

const schema = "stories"
/** The collections of the suite that are not those of core. */
const own = suiteCollections.filter((one) => !collections.some(({ name }) => name === one.name))
const tables = [...collections, ...own].map(({ name }) => `${schema}.${name}`)
const server = cluster()
let pool: pg.Pool
beforeAll(async () => {
  pool = server.pool()
  await migrate(pool, { schema })
  await pool.query(collectionsSql(own, { schema }))
})

// The tests of adapters/postgres/test/suite.test.ts on one version and one schema, with fewer rounds.
storeSuite({
  name: "postgres",
  clock: "real",
  describe,
  // For a store, collections differ only in their declarations. The one with the most declarations represents all.
  it: (name, body) => {
    if (!name.startsWith("every record of ") || name.includes("external_accounts")) it(name, body)
  },
  racers: 8,
  rounds: 2,
  runs: 10,
  make: async () => {
    await pool.query(`truncate ${tables.join(", ")}`)
    return { store: await Effect.runPromise(Effect.provide(Store, postgres({ pool, schema, timeout: 300_000 }))) }
  }
})
