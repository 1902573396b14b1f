import { collections, type Environment, routed, Store } from "@countersign/core"
import { testDatabase } from "@countersign/harness/postgres"
import { rounds } from "@countersign/harness/rounds"
import { storeSuite, suiteCollections } from "@countersign/testkit"
import { Effect } from "effect"
import type pg from "pg"
import { beforeAll, describe, it } from "vitest"
import { migrate, postgres } from "../src/index.ts"
import { collectionsSql } from "../src/migrations/ddl.ts"

const own = suiteCollections.filter(({ name }) => collections.every((each) => each.name !== name))
const servers = [testDatabase({ isEmpty: true }), testDatabase({ isEmpty: true })]
let pools: ReadonlyArray<pg.Pool> = []
beforeAll(() => {
  pools = servers.map((server) => server.pool())
})

describe("D9: one store on two databases", () => {
  let stories = 0
  storeSuite({
    name: "two databases of postgres 18",
    clock: "real",
    describe,
    it,
    rounds: rounds(50, 4),
    runs: rounds(50, 5),
    report: console.log,
    make: async () => {
      stories += 1
      const schema = `story_${stories}`
      const [sandbox, production] = await Promise.all(
        pools.map(async (pool) => {
          await migrate(pool, { schema })
          await pool.query(collectionsSql(own, { schema }))
          return postgres({ pool, schema, timeout: 300_000 })
        })
      )
      if (sandbox === undefined || production === undefined) throw new Error("there are two databases")
      const store = routed({ databases: { sandbox, production }, of: ({ mode }: Environment) => mode })
      return {
        store: await Effect.runPromise(Effect.provide(Store, store)),
        close: async () => {
          await Promise.all(pools.map((pool) => pool.query(`drop schema ${schema} cascade`)))
        }
      }
    }
  })
})
