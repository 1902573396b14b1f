import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { expect, it } from "vitest"
import { passedBy } from "../src/hops/passed.ts"
import { root } from "../src/workspace/disk.ts"

/** Measured, and a little room for what a warm-up leaves to chance. The goal is 30 files and 90 functions. */
const MOST = { files: 50, functions: 190 }

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
  expect(passed).toEqual({
    files: ["packages/core/dist/a.js"],
    functions: ["packages/core/dist/a.js (anonymous) at 30", "packages/core/dist/a.js ran"]
  })
})

it("limits the files and functions that run in the first leg of a signed call, from the socket to the response", () => {
  const out = execFileSync(process.execPath, [join(root, "tooling/checks/dist/hops/main.js")], { encoding: "utf8" })
  const { files, functions } = JSON.parse(out)
  process.stdout.write(`a warm first leg passes ${files} files and ${functions} functions\n`)
  expect(files).toBeGreaterThan(10)
  expect(files).toBeLessThanOrEqual(MOST.files)
  expect(functions).toBeLessThanOrEqual(MOST.functions)
})
