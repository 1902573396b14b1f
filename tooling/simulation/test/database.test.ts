import { storeSuite } from "@countersign/testkit"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { randomOf } from "../src/scheduler/Random.ts"
import { actor, makeScheduler } from "../src/scheduler/Scheduler.ts"
import { makeDatabase } from "../src/world/database.ts"

const turn = () => new Promise<void>((resolve) => void setImmediate(resolve))

/** A scheduler whose time is that of this machine, because the suite waits by its clock. */
const running = () => {
  const scheduler = makeScheduler(randomOf(1), Date.now(), turn)
  let isOver = false
  const pump = async () => {
    while (!isOver) {
      await scheduler.runUntil(Date.now(), () => isOver)
      await turn()
    }
  }
  const ended = pump()
  const close = async () => {
    isOver = true
    await ended
  }
  return { scheduler, close }
}

storeSuite({
  name: "the database of the simulation",
  clock: "real",
  describe,
  it,
  report: console.log,
  racers: 8,
  rounds: 4,
  runs: 8,
  make: async () => {
    const { close, scheduler } = running()
    const { storeOf } = makeDatabase(scheduler, randomOf(2), { slowest: 1 })
    return { store: storeOf(actor("node 1")), close }
  }
})

describe("a simulated database", () => {
  it("has other answers for its callers once a standby has taken over", () => {
    const scheduler = makeScheduler(randomOf(1), 0, turn)
    const database = makeDatabase(scheduler, randomOf(2), { standbys: 1 })
    expect([database.failOver(1), database.failOver(1)]).toEqual([true, false])
  })

  it("slows its clock after a jump ahead, by at most 500 parts in a million, and never back", async () => {
    const scheduler = makeScheduler(randomOf(1), 0, turn)
    const { now, owner } = makeDatabase(scheduler, randomOf(2))
    owner.ahead = 500
    const shown: Array<number> = []
    for (let at = 0; at <= 1_200_000; at += 400_000) {
      await scheduler.runUntil(at, () => false)
      shown.push(now())
    }
    expect(shown).toEqual([500, 400_300, 800_100, 1_200_000])
  })

  it("a sweep of each minute runs within a minute of an expiry, and otherwise once an hour", async () => {
    const scheduler = makeScheduler(randomOf(1), 0, turn)
    const { storeOf } = makeDatabase(scheduler, randomOf(2))
    const [node, store] = [actor("node 1"), storeOf(actor("node 1"))]
    const collection = { name: "things", unique: {}, indexes: {}, expiry: "expiresAt" }
    const record = { collection, environment: "sandbox/a", id: "one", body: { expiresAt: 630_000 }, at: 0 } as const
    const swept: Array<readonly [number, number]> = []
    const poll = () => {
      const at = scheduler.now()
      void Effect.runPromise(store.sweep([collection], at, 10)).then((count) => swept.push([at, count]))
      scheduler.after(60_000, node, poll, 60_000)
    }
    void Effect.runPromise(store.commit([{ op: "insert", ...record }], []))
    await turn()
    await scheduler.runUntil(1000, () => false)
    scheduler.after(59_000, node, poll, 60_000)
    await scheduler.runUntil(3 * 3_600_000, () => false)
    expect(swept.filter(([, count]) => count > 0)).toEqual([[660_000, 1]])
    expect(swept.length).toBeLessThan(5)
  })
})
