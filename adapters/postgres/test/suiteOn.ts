import { Store } from "@countersign/core"
import { storeSuite } from "@countersign/testkit"
import { Effect } from "effect"
import type pg from "pg"
import { describe, it } from "vitest"
import { migrate, postgres } from "../src/index.ts"

export interface SuiteOptions {
  readonly name: string
  /** Number of repetitions of each race. */
  readonly rounds: number
  /** Number of random sequences of calls. */
  readonly runs?: number
  /** The pool that the store uses. */
  readonly pool: () => pg.Pool
  /** The pool that creates and drops the tables, if it is another one. */
  readonly admin?: () => pg.Pool
  /** Number of concurrent statements of a kind. With 1, all waiting calls are sent together. */
  readonly concurrency?: number
}

/** Runs the conformance suite on PostgreSQL, each test in a schema of its own. */
export const suiteOn = ({ name, pool, rounds, runs = 100, admin = pool, ...options }: SuiteOptions): void => {
  let reported = 0
  storeSuite({
    name,
    clock: "real",
    describe,
    it,
    rounds,
    runs,
    report: console.log,
    make: async () => {
      reported += 1
      const schema = `story_${reported}`
      await migrate(admin(), { schema })
      return {
        store: await Effect.runPromise(
          Effect.provide(Store, postgres({ pool: pool(), schema, timeout: 300_000, ...options }))
        ),
        close: async () => {
          await admin().query(`drop schema ${schema} cascade`)
        }
      }
    }
  })
}
