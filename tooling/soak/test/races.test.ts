import { startCluster } from "@countersign/bench/run/cluster"
import { seed } from "@countersign/harness/seed"
import { describe, expect, it } from "vitest"
import { type Raced, runRaces } from "../src/races/run.ts"

const CALLS = process.env.FAULTS === "all" ? 50_000 : 1_000

const requireOneWinnerEach = (raced: Raced) => {
  const { calls, doubles, ids, losses, others, strays, wins } = raced
  expect({ doubles, losses, others: [...others], strays }, `seed ${seed}`).toEqual({
    doubles: 0,
    losses: 0,
    others: [],
    strays: 0
  })
  expect(calls).toBeGreaterThanOrEqual(CALLS)
  expect(wins[0] + wins[1]).toBe(ids)
}

describe(`races for request ids, seed ${seed}`, () => {
  it("R2 I1: two nodes on one memory store give each id exactly one success and one effect", async () => {
    requireOneWinnerEach(await runRaces({ calls: CALLS, seed }))
  })

  it("R2 I1 D1: two processes on one PostgreSQL give each id exactly one success and one effect", async () => {
    const cluster = await startCluster({ fsync: "off" })
    try {
      requireOneWinnerEach(await runRaces({ calls: CALLS, seed, database: cluster.database }))
    } finally {
      await cluster.stop()
    }
  })
})
