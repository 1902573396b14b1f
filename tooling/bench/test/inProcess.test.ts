import { expect, it } from "vitest"
import { measure } from "../src/inProcess/measure.ts"

it("measures each call beside the floor, and the heap of a first leg", async () => {
  const lines = await measure({ users: 8, calls: 8, rounds: 1, warm: 16 })
  expect(lines.map(({ goal, name }) => [name, goal])).toEqual([
    ["signed leg 1", ["<=", 1.8]],
    ["signed leg 1: allocation", ["<=", 25]],
    ["signed leg 1: allocation of the floor", undefined],
    ["list sessions", ["<=", 1.5]]
  ])
  for (const { median } of lines) expect(median).toBeGreaterThan(0)
})
