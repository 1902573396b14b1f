import { startCluster } from "@countersign/bench/run/cluster"
import { describe, expect, it } from "vitest"
import { openNeighbours } from "../src/neighbour/run.ts"

const MILLIS = process.env.FAULTS === "all" ? 60_000 : 1_500
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

/** The quiet platform works in production while the other is hostile in its sandbox. */
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
  it("has each mail of production sent once and each event delivered once, on memory (FA2, I19)", async () => {
    await requireUntouched()
  })

  it("has each mail of production sent once and each event delivered once, on PostgreSQL (FA2, I19)", async () => {
    const cluster = await startCluster({ fsync: "off" })
    try {
      await requireUntouched(await cluster.database("neighbours"))
    } finally {
      await cluster.stop()
    }
  })
})
