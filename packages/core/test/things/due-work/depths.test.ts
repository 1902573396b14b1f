import { testDatabase } from "@countersign/harness/postgres"
import { makeMemoryStore } from "@countersign/memory"
import { collectionsSql, postgres } from "@countersign/postgres"
import { type Change, type Declaration, type EnvironmentKey, Store } from "countersign/effect"
import { Effect } from "effect"
import { beforeAll, expect, it } from "vitest"

const database = testDatabase()

const queue: Declaration = { name: "depths_queue", unique: {}, indexes: {}, due: "dueAt" }
const empty: Declaration = { ...queue, name: "depths_empty" }
beforeAll(() => database.pool().query(collectionsSql([queue, empty])))

/** Records of two modes that are due at 100, and one that is due at 101. */
const due: ReadonlyArray<readonly [EnvironmentKey, number]> = [
  ["production/a", 40],
  ["production/a", 100],
  ["production/b", 70],
  ["production/b", 101],
  ["sandbox/a", 5],
  ["sandbox/production", 1]
]
const records: ReadonlyArray<Change> = due.map(([environment, dueAt], nth) => ({
  op: "insert",
  collection: queue,
  environment,
  id: `depth ${nth}`,
  body: { dueAt },
  at: 0
}))

it.each([
  ["in memory", () => makeMemoryStore],
  [
    "on PostgreSQL",
    () => Effect.provide(Effect.scoped(Store), postgres({ pool: database.pool({ max: 2 }), timeout: 300_000 }))
  ]
])(
  "GO10: the depth of a queue counts what is due and not done, by mode, with the earliest due time (%s)",
  async (_, of) => {
    const store = await Effect.runPromise(of())
    await Effect.runPromise(store.commit(records, []))
    const depths = async (now: number) => {
      const found = await Effect.runPromise(store.depths?.([queue, empty], now) ?? Effect.die("no depths"))
      return found.toSorted((one, other) => one.mode.localeCompare(other.mode))
    }
    expect(await depths(0)).toEqual([])
    const all = [
      { collection: "depths_queue", mode: "production", count: 3, since: 40 },
      { collection: "depths_queue", mode: "sandbox", count: 2, since: 1 }
    ]
    expect(await depths(100)).toEqual(all)
    // What a worker has claimed is not done.
    expect(await Effect.runPromise(store.claimDue(queue, 100, 1000, 10))).toHaveLength(5)
    expect(await depths(100)).toEqual(all)
    expect((await depths(101))[0]?.count).toBe(4)
  }
)

it("GO10: the callers that wait for a connection are those of the pool", async () => {
  const pool = database.pool({ max: 1 })
  const store = await Effect.runPromise(Effect.provide(Effect.scoped(Store), postgres({ pool, timeout: 300_000 })))
  const held = await pool.connect()
  await expect.poll(() => store.waiting?.()).toBe(0)
  const claims = Array.from({ length: 3 }, () => Effect.runPromise(store.claimDue(empty, 0, 1, 1)))
  await expect.poll(() => store.waiting?.()).toBe(3)
  held.release()
  await Promise.all(claims)
  expect(store.waiting?.()).toBe(0)
})
