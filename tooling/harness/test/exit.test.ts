import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const root = fileURLToPath(new URL("../../..", import.meta.url))

it("a run with a failed test exits with code 1 after PostgreSQL ran in its process", () => {
  const words = ["node_modules/vitest/vitest.mjs", "run", "--config", "tooling/harness/test/failing/vitest.config.ts"]
  const { status, stdout } = spawnSync(process.execPath, words, { cwd: root, encoding: "utf8" })
  expect([status, stdout.trim().split("\n").at(-1)]).toEqual([1, "0 passed, 1 failed"])
})
