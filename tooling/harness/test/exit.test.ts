import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const SUMMARY = "tooling/checks/src/vitest/summary.ts"

it.each([
  ["the configured reporters", [], /^0 passed, 1 failed$/mu],
  ["its summary alone", [`--reporter=./${SUMMARY}`], /^0 passed, 1 failed$/mu],
  ["the reporter `default`", ["--reporter=default"], /1 failed/u],
  ["the reporter `dot`", ["--reporter=dot"], /1 failed/u],
  ["the reporter `json`", ["--reporter=json"], /"numFailedTests":1/u]
])("a run with a failed test exits with 1 after PostgreSQL ran in its process, with %s (GS1)", (_, more, printed) => {
  const words = ["run", "--config", "tooling/harness/test/failing/vitest.config.ts", ...more]
  const { status, stdout } = spawnSync(process.execPath, ["node_modules/vitest/vitest.mjs", ...words], {
    cwd: root,
    encoding: "utf8"
  })
  expect(stdout).toMatch(printed)
  expect(status).toBe(1)
})
