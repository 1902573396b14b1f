import { execFileSync } from "node:child_process"
import { storeSuite } from "@countersign/testkit"
import { expect, it } from "vitest"

const root = new URL("../../../", import.meta.url).pathname
const run = (...args: ReadonlyArray<string>): string =>
  execFileSync(process.execPath, args, { cwd: root, encoding: "utf8", timeout: 50_000 })

/** How many tests the suite is: each story, and the report. */
const told = (): number => {
  let count = 0
  storeSuite({
    name: "counted",
    make: () => Promise.reject(new Error("no story is told")),
    clock: "test",
    describe: (_, body) => body(),
    it: () => {
      count += 1
    }
  })
  return count
}

it("the same suite passes under node:test, every story of it", () => {
  // What node:test runs is built; an old build would say nothing about these sources.
  run("node_modules/typescript/bin/tsc", "-b", "examples/sqlite-store")
  const said = run("--test", "--test-reporter=tap", "examples/sqlite-store/test/suite.node.mjs")
  expect(said).toMatch(new RegExp(`^# tests ${told()}$`, "mu"))
  expect(said).toMatch(new RegExp(`^# pass ${told()}$`, "mu"))
  expect(said).toContain("sqlite, clock test, 50 rounds, 100 runs: versions and times 7/7")
})
