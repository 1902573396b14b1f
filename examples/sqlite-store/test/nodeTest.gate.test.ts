import { execFileSync } from "node:child_process"
import { storeSuite } from "@countersign/testkit"
import { expect, it } from "vitest"
import { blocks, output, root } from "./guide.ts"

const run = (...args: ReadonlyArray<string>): string =>
  execFileSync(process.execPath, args, { cwd: root, encoding: "utf8", timeout: 500_000 })

/** The number of tests in the suite, including the report. */
const reported = (): number => {
  let count = 0
  storeSuite({
    name: "counted",
    make: () => Promise.reject(new Error("no test ran")),
    clock: "test",
    describe: (_, body) => body(),
    it: () => {
      count += 1
    }
  })
  return count
}

it("the guide's command passes every test under node:test, and prints the report of the guide", () => {
  // node:test runs the build, so an outdated build would not test these sources. `npm test` has just built them.
  if (process.env.TESTED !== "dist") run("node_modules/typescript/bin/tsc", "-b", "examples/sqlite-store")
  const command = blocks.map(({ code }) => /^node --test (\S+)$/mu.exec(code)?.[1]).find((file) => file !== undefined)
  const printed = run("--test", "--test-reporter=tap", String(command))
  expect(printed).toMatch(new RegExp(`^# tests ${reported()}$`, "mu"))
  expect(printed).toMatch(new RegExp(`^# pass ${reported()}$`, "mu"))
  // The guide abbreviates long lines.
  expect(output("report")).toMatch(/ 7\/7, .*…$/u)
  expect(printed).toContain(output("report").slice(0, -1))
})
