import { Store } from "@countersign/core"
import { Effect } from "effect"
import { beforeAll, describe, it } from "vitest"
import { storeSuite } from "../../../packages/testkit/src/index.ts"
import { migrate, postgres } from "../src/index.ts"
import { cluster } from "./cluster.ts"

const server = cluster()
let pool: ReturnType<typeof server.pool>
let told = 0

beforeAll(() => {
  pool = server.pool()
})

storeSuite({
  name: "postgres",
  clock: "real",
  describe,
  it,
  rounds: 100,
  make: async () => {
    told += 1
    const schema = `story_${told}`
    await migrate(pool, { schema })
    return {
      store: await Effect.runPromise(Effect.provide(Store, postgres({ pool, schema, timeout: 20_000 }))),
      close: async () => {
        await pool.query(`drop schema ${schema} cascade`)
      }
    }
  }
})
