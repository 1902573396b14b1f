import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { compileSamples, writeSamples } from "../src/readme/samples.ts"
import { root } from "../src/workspace/disk.ts"

// Inside the repository, where the compiler finds the packages.
mkdirSync(join(root, ".build"), { recursive: true })
const folder = mkdtempSync(join(root, ".build/samples-"))
afterAll(() => rmSync(folder, { recursive: true }))

it("FU6: every program of the documents is TypeScript that compiles under strict", () => {
  const samples = writeSamples(folder)
  expect(samples.length).toBeGreaterThan(50)
  // The command line reads this file as it is.
  expect(samples.filter((path) => !/\.tsx?$/u.test(path))).toEqual([
    "docs/reference/command-line/countersign.config.mjs"
  ])
  expect(compileSamples(folder, "node_modules/typescript/lib/tsc.js")).toBe("")
})
