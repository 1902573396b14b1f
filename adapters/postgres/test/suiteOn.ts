import { Store } from "@countersign/core"
import { storeSuite } from "@countersign/testkit"
import { Effect } from "effect"
import type pg from "pg"
import { describe, it } from "vitest"
import { migrate, postgres } from "../src/index.ts"

export interface SuiteOptions {
  readonly name: string
  /** How often each race is run. */
  readonly rounds: number
  /** How many drawn sequences of calls. */
  readonly runs?: number
  /** The pool that the store is on. */
  readonly pool: () => pg.Pool
  /** The pool that makes and drops the tables, where that is another one. */
  readonly admin?: () => pg.Pool
  /** How many statements of a kind are under way at once; with 1, all that waits goes together. */
  readonly concurrency?: number
}

/** Tells every story of the Store port to PostgreSQL, each in a schema of its own. */
export const suiteOn = ({ name, pool, rounds, runs = 100, admin = pool, ...options }: SuiteOptions): void => {
  let told = 0
  storeSuite({
    name,
    clock: "real",
    describe,
    it,
    rounds,
    runs,
    report: console.log,
    make: async () => {
      told += 1
      const schema = `story_${told}`
      await migrate(admin(), { schema })
      return {
        store: await Effect.runPromise(
          Effect.provide(Store, postgres({ pool: pool(), schema, timeout: 20_000, ...options }))
        ),
        close: async () => {
          await admin().query(`drop schema ${schema} cascade`)
        }
      }
    }
  })
}
