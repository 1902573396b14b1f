import type { Store } from "@countersign/core"
import { makeMemoryStore } from "@countersign/memory"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { mutantsOf, storeSuite } from "../src/index.ts"

/** The stories that fail for a store, told one after another, and what each said. */
const failures = async (
  make: Effect.Effect<Store["Service"]>,
  runs: number,
  told: (name: string) => boolean = () => true
): Promise<ReadonlyArray<readonly [string, string]>> => {
  const stories: Array<readonly [string, () => Promise<void>]> = []
  storeSuite({
    name: "mutant",
    make: async () => ({ store: await Effect.runPromise(make) }),
    clock: "test",
    describe: (_, body) => body(),
    it: (name, body) => told(name) && stories.push([name, body]),
    rounds: 5,
    runs
  })
  const failed: Array<readonly [string, string]> = []
  for (const [name, body] of stories) {
    await body().catch((error: unknown) => failed.push([name, error instanceof Error ? error.message : ""]))
  }
  return failed
}

/** The model alone would kill most: a mutant counts as known only where an example names its break too. */
const byExample = (failed: ReadonlyArray<readonly [string, string]>) =>
  failed.filter(([name]) => name !== "a store answers and keeps what an array with linear scans would")

it("no story fails for a store that keeps its promises", async () => {
  expect(await failures(makeMemoryStore, 10)).toEqual([])
})

describe("every mutant is killed by an example that says what is broken", () => {
  const mutants = mutantsOf(makeMemoryStore)

  it("there are many, each of its own name", () => {
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
    expect(mutants.length).toBeGreaterThanOrEqual(15)
  })

  it.each(mutants)("$name", async ({ store }) => {
    const killers = byExample(await failures(store, 10))
    // What breaks only where calls meet by chance is looked for longer.
    expect(killers.length > 0 ? killers : byExample(await failures(store, 300))).not.toEqual([])
  })
})

describe("each way to meet finds what it is there for", () => {
  it.each([
    ["some order of the calls, one after another, explains every answer", "reads that lag while another writes"],
    ["some order of the calls, one after another, explains every answer", "conflict for another's sake"],
    [
      "a call that was interrupted in flight was done once at some later moment, or never",
      "conflict for another's sake"
    ],
    ["whatever the order of their calls, sums are conserved", "versions compared before the write"],
    ["whatever the order of their calls, sums are conserved", "guards before the write"],
    ["where calls fail before the store, after it or in flight", "torn by an interrupt"]
  ])("%s: %s", async (story, mutant) => {
    const [broken] = mutantsOf(makeMemoryStore).filter(({ name }) => name === mutant)
    expect(broken).toBeDefined()
    const failed = await failures(broken?.store ?? makeMemoryStore, 500, (name) => name.startsWith(story))
    expect(failed).toHaveLength(1)
  })
})
