import { openStore } from "@countersign/bench/ours/start"
import { startCluster } from "@countersign/bench/run/cluster"
import { describe, expect, it } from "vitest"
import { movedStore } from "../src/day/countedStore.ts"
import { expiring, growthOf, shortLived } from "../src/day/index.ts"
import { type Lived, runHours, STEP } from "../src/day/run.ts"

const requireWell = (lived: Lived) => {
  const { after, delivered, drift, late, unsettled } = lived
  expect({ drift, unsettled }).toEqual({ drift: 0, unsettled: 0 })
  expect(late).toBeLessThanOrEqual(STEP)
  expect(delivered).toBeGreaterThan(0)
  expect(expiring().filter((name) => (after.get(name) ?? 0) > 0)).toEqual([])
}

describe("hours of virtual time", () => {
  it("five hours in memory: no timer is late, no clock drifts, and expired records are swept", async () => {
    const lived = await runHours(await openStore(undefined), 5)
    requireWell(lived)
    expect(shortLived().filter((name) => growthOf(lived, name) >= 0.1)).toEqual([])
  })

  it("ten minutes on PostgreSQL: no timer is late, no clock drifts, and expired records are swept", {
    timeout: 900_000
  }, async () => {
    const cluster = await startCluster({ fsync: "off" })
    try {
      const opened = await movedStore(await cluster.database("day"))
      requireWell(await runHours(opened, 1 / 6))
      await opened.close()
    } finally {
      await cluster.stop()
    }
  })
})
