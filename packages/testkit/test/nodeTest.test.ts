import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { type StoreSuiteOptions, storeSuite } from "../src/index.ts"

const suite = fileURLToPath(new URL("./node-test/suite.mjs", import.meta.url))

/** Runs the built packages in a bare `node --test`, and counts what it reports. */
const nodeTest = (env: { readonly MUTANT?: string } = {}) => {
  const built = ["..", "../../../adapters/memory"].map((folder) => new URL(`${folder}/dist/index.js`, import.meta.url))
  for (const file of built) if (!existsSync(file)) throw new Error(`${fileURLToPath(file)} is not there: npm run build`)
  return new Promise<{
    readonly code: unknown
    readonly passed: number
    readonly failed: number
    readonly out: string
  }>((resolve) =>
    execFile(
      process.execPath,
      ["--test", "--test-reporter=tap", suite],
      { env, timeout: 60_000, maxBuffer: 2 ** 26 },
      (error, out) => {
        const count = (word: string) => Number(new RegExp(`^# ${word} (\\d+)$`, "mu").exec(out)?.[1])
        resolve({ code: error === null ? 0 : error.code, passed: count("pass"), failed: count("fail"), out })
      }
    )
  )
}

/** How many stories there are to tell. */
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

/** The functions of node:test are what the suite asks for. */
export const fits = ({ describe, it }: typeof import("node:test")): Pick<StoreSuiteOptions, "describe" | "it"> => ({
  describe,
  it
})

describe("under node:test, from what is published", () => {
  it("every story is told, and passes for memory", async () => {
    const { code, failed, passed } = await nodeTest()
    expect({ code, failed, passed }).toEqual({ code: 0, failed: 0, passed: stories() })
  })

  it("a broken store fails, by the story that says what is broken", async () => {
    const { code, failed, out, passed } = await nodeTest({ MUTANT: "short numbers" })
    expect(code).toBe(1)
    expect(failed).toBeGreaterThan(0)
    expect(failed + passed).toBe(stories())
    expect(out).toMatch(/^ +not ok \d+ - a body comes back as it was: numbers to their last digit$/mu)
    expect(out).toMatch(/^ +ok \d+ - a body comes back as it was: texts of every kind$/mu)
  })
})
