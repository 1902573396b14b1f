import { startCluster } from "@countersign/bench/run/cluster"
import { seed } from "@countersign/harness/seed"
import { describe, expect, it } from "vitest"
import { openNeighbours } from "../src/neighbour/run.ts"

const MILLIS = process.env.FAULTS === "all" ? 60_000 : 1_500

/** Runs the quiet platform in production while the other one is hostile in its sandbox, and checks its results. */
const requireUntouched = async (database?: string) => {
  const neighbours = await openNeighbours(seed, database)
  try {
    const { events, hostile, mails, strays } = await neighbours.round({ millis: MILLIS, every: 50, isBeside: true })
    expect(mails.length).toBeGreaterThan(5)
    expect(hostile).toBeGreaterThan(5)
    const once = mails.map(() => 1)
    expect({ mails, events, strays }, `seed ${seed}`).toEqual({ mails: once, events: once, strays: 0 })
  } finally {
    await neighbours.close()
  }
}

describe(`a platform beside one that is hostile in its sandbox over 8 connections, seed ${seed}`, () => {
  it("sends each production e-mail once and delivers each event once, in memory (FA2, I19)", async () => {
    await requireUntouched()
  })

  it("sends each production e-mail once and delivers each event once, on PostgreSQL (FA2, I19)", async () => {
    const cluster = await startCluster({ fsync: "off" })
    try {
      await requireUntouched(await cluster.database("neighbours"))
    } finally {
      await cluster.stop()
    }
  })
})
