import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { type StoreSuiteOptions, storeSuite } from "../src/index.ts"

const suite = fileURLToPath(new URL("./node-test/suite.mjs", import.meta.url))

/** Runs the built packages in a plain `node --test`, and returns the counts it reports. */
const nodeTest = (env: { readonly BROKEN?: string } = {}) => {
  const built = ["..", "../../../../adapters/memory"].map(
    (folder) => new URL(`${folder}/dist/index.js`, import.meta.url)
  )
  for (const file of built)
    if (!existsSync(file)) throw new Error(`${fileURLToPath(file)} does not exist. Run npm run build`)
  return new Promise<{
    readonly code: unknown
    readonly passed: number
    readonly failed: number
    readonly out: string
  }>((resolve) =>
    execFile(
      process.execPath,
      ["--test", "--test-reporter=tap", suite],
      { env, timeout: 500_000, maxBuffer: 2 ** 26 },
      (error, out) => {
        const count = (word: string) => Number(new RegExp(`^# ${word} (\\d+)$`, "mu").exec(out)?.[1])
        resolve({ code: error === null ? 0 : error.code, passed: count("pass"), failed: count("fail"), out })
      }
    )
  )
}

/** The number of tests in the suite. */
const stories = (): number => {
  let count = 0
  const options: StoreSuiteOptions = {
    name: "none",
    clock: "test",
    describe: (_, body) => body(),
    it: () => {
      count += 1
    },
    make: () => Promise.reject(new Error("never made"))
  }
  storeSuite(options)
  return count
}

/** Compiles when the functions of node:test have the types that the suite requires. */
export const fits = ({ describe, it }: typeof import("node:test")): Pick<StoreSuiteOptions, "describe" | "it"> => ({
  describe,
  it
})

describe("under node:test, with the published packages", () => {
  it("every test is registered and passes for memory", async () => {
    const { code, failed, passed } = await nodeTest()
    expect({ code, failed, passed }).toEqual({ code: 0, failed: 0, passed: stories() })
  })

  it("a broken store fails the test of the violated requirement", async () => {
    const { code, failed, out, passed } = await nodeTest({ BROKEN: "numbers" })
    expect(code).toBe(1)
    expect(failed).toBeGreaterThan(0)
    expect(failed + passed).toBe(stories())
    expect(out).toMatch(/^ +not ok \d+ - a body reads back as it was written: numbers to their last digit$/mu)
    expect(out).toMatch(/^ +ok \d+ - a body reads back as it was written: texts of every kind$/mu)
  })
})
