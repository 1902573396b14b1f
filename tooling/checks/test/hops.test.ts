import { expect, it } from "vitest"
import { callOf, passedBy } from "../src/hops/passed.ts"
import { root } from "../src/workspace/disk.ts"
import { above, hopsOn } from "./hopsOn.ts"

/** As measured. */
const MOST = [
  { leg: 1, files: 49, functions: 178 },
  { leg: 2, files: 63, functions: 275 }
]

it("counts executed functions of published packages, without module bodies, other files and unexecuted functions", () => {
  const range = (count: number, startOffset: number) => [{ startOffset, endOffset: startOffset + 9, count }]
  const functions = [
    { functionName: "", ranges: range(1, 0), isBlockCoverage: false },
    { functionName: "ran", ranges: range(2, 10), isBlockCoverage: false },
    { functionName: "", ranges: range(1, 30), isBlockCoverage: false },
    { functionName: "rested", ranges: range(0, 50), isBlockCoverage: false }
  ]
  const passed = passedBy([
    { scriptId: "1", url: `file://${root}packages/core/dist/a.js`, functions },
    { scriptId: "2", url: `file://${root}node_modules/effect/dist/Effect.js`, functions },
    { scriptId: "3", url: "node:http", functions }
  ])
  expect(callOf([passed])).toEqual({
    files: ["packages/core/dist/a.js"],
    functions: ["packages/core/dist/a.js (anonymous) at 30", "packages/core/dist/a.js ran"]
  })
})

it("counts what runs in every round, because a round of a busy machine has background work too", () => {
  const rounds = [["a.js call", "a.js sweep"], ["a.js call", "b.js tick"], ["a.js call"]]
  expect(callOf(rounds)).toEqual({ files: ["a.js"], functions: ["a.js call"] })
  expect(
    above([{ leg: 1, files: callOf([]).files.length, functions: 0 }], [{ leg: 1, files: 49, functions: 178 }])
  ).toHaveLength(1)
})

it("limits the files and functions that run in each leg of a signed call in memory, from the socket to the response", () => {
  expect(above(hopsOn("memory"), MOST)).toEqual([])
})
