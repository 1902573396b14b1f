import { collections, Store } from "@countersign/core"
import type { testDatabase } from "@countersign/harness/postgres"
import { rounds } from "@countersign/harness/rounds"
import { storeSuite, suiteCollections } from "@countersign/testkit"
import { Effect } from "effect"
import type pg from "pg"
import { beforeAll, describe, expect, it } from "vitest"
import { migrate, postgres } from "../src/index.ts"
import { collectionsSql } from "../src/migrations/ddl.ts"

/** The collections of the suite that are not those of core. */
const own = suiteCollections.filter(({ name }) => collections.every((each) => each.name !== name))

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
      await admin().query(collectionsSql(own, { schema }))
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

/** The suite on a server whose major version is the first word of `name`. */
export const suiteOnVersion = ({
  concurrency,
  name,
  server
}: Pick<SuiteOptions, "concurrency" | "name"> & {
  readonly server: Pick<ReturnType<typeof testDatabase>, "pool">
}): void => {
  let pool: pg.Pool
  beforeAll(() => {
    pool = server.pool()
  })
  it("is that version", async () => {
    const { rows } = await pool.query("select split_part(current_setting('server_version'), '.', 1) as major")
    expect(rows).toEqual([{ major: name.slice(0, 2) }])
  })
  suiteOn({
    name: `postgres ${name}`,
    rounds: rounds(200, 8),
    runs: rounds(100, 20),
    pool: () => pool,
    ...(concurrency === undefined ? {} : { concurrency })
  })
}
