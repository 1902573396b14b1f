import { testDatabase } from "@countersign/harness/postgres"
import { Effect } from "effect"
import { beforeEach, describe, expect, it } from "vitest"
import { devices, insert, opened, things, withThings } from "./things.ts"

const server = withThings(testDatabase({ isEmpty: true }))
const NOW = 1_800_000_000_000

describe("the depths of the queues", () => {
  let store: Awaited<ReturnType<typeof opened>>["store"]
  const depths = (now = NOW) => Effect.runPromise(store.depths?.([things, devices], now) ?? Effect.succeed([]))
  const due = (id: string, dueAt: number, environment: "production/acme" | "sandbox/acme" = "sandbox/acme") =>
    Effect.runPromise(store.commit([{ ...insert(id, { dueAt }), environment }], []))
  beforeEach(async () => {
    const pool = server.pool()
    await pool.query("truncate countersign.things")
    store = (await opened({ pool })).store
  })

  it("are none without due records, and before the millisecond of the first one", async () => {
    expect(await depths()).toEqual([])
    await due("a", NOW)
    expect([await depths(NOW - 1), (await depths()).length]).toEqual([[], 1])
  })

  it("are counted by collection and mode, each with its earliest time", async () => {
    await due("a", NOW - 5)
    await due("b", NOW - 9)
    await due("c", NOW - 7, "production/acme")
    expect((await depths()).toSorted((one, other) => one.mode.localeCompare(other.mode))).toEqual([
      { collection: "things", mode: "production", count: 1, since: NOW - 7 },
      { collection: "things", mode: "sandbox", count: 2, since: NOW - 9 }
    ])
  })
})

it("the callers that wait for a connection are those of the pool, and none where the pool does not count them", async () => {
  const { connect } = server.pool()
  const waiting = async (pool: Parameters<typeof opened>[0]["pool"]) => (await opened({ pool })).store.waiting?.()
  expect([await waiting({ connect, waitingCount: 3 }), await waiting({ connect })]).toEqual([3, 0])
})
