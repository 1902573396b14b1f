import { storeSuite } from "@countersign/testkit"
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
})
