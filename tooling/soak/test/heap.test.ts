import { expect, it } from "vitest"
import { countOf, runLife, slopeOf } from "../src/heap/run.ts"
import { staged } from "../src/staged.ts"

const REQUESTS = process.env.FAULTS === "all" ? 20_000 : 200

it("D15: calls of every kind leak no fiber, listener or handle, and no measurable heap", {
  timeout: 900_000
}, async () => {
  const { first, last } = await staged({ platforms: ["bench"], subjects: 16 }, (stage) =>
    runLife(stage, { requests: REQUESTS, warm: REQUESTS / 2, every: REQUESTS / 2, log: () => {} })
  )
  expect(last.requests).toBeGreaterThanOrEqual(REQUESTS)
  // Fewer at the end is no leak: background work may run at every first reading of a busy machine.
  const grown = [
    last.fibers - first.fibers,
    last.listeners - first.listeners,
    countOf(last.resources) - countOf(first.resources)
  ]
  expect(grown.map((more) => Math.max(0, more))).toEqual([0, 0, 0])
  expect(last.heap - first.heap).toBeLessThan(20_000_000)
})

it("the slope is that of the least-squares line", () => {
  expect(slopeOf([0, 1, 2, 3].map((x) => [x, 5 + 3 * x]))).toBeCloseTo(3)
  expect(
    slopeOf([
      [0, 1],
      [1, 3],
      [2, 1],
      [3, 3]
    ])
  ).toBeCloseTo(0.4)
})
