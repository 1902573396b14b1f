import type { Store } from "@countersign/core"
import { makeSerializedMemoryStore } from "@countersign/memory"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { storeSuite } from "../src/index.ts"
import { histories, sequences } from "../src/storeSuite.ts"
import { interleavings } from "../src/stories/interleavings.ts"
import { records } from "../src/stories/records.ts"
import { concurrencyBreaks, mutantsOf } from "./mutants/mutantsOf.ts"

/** The failed tests of a store, run one after another, with their messages. */
const failures = async (
  make: Effect.Effect<Store["Service"]>,
  runs: number,
  reported: (name: string) => boolean = () => true
): Promise<ReadonlyArray<readonly [string, string]>> => {
  const stories: Array<readonly [string, () => Promise<void>]> = []
  storeSuite({
    name: "mutant",
    make: async () => ({ store: await Effect.runPromise(make) }),
    clock: "test",
    describe: (_, body) => body(),
    it: (name, body) => reported(name) && stories.push([name, body]),
    rounds: 5,
    runs
  })
  const failed: Array<readonly [string, string]> = []
  for (const [name, body] of stories) {
    await body().catch((error: unknown) => failed.push([name, error instanceof Error ? error.message : ""]))
  }
  return failed
}

const drawn = new Set(
  [...records.stories, ...histories.stories, ...interleavings.stories, ...sequences.stories].map(({ name }) => name)
)

/** Random tests would detect most mutants. A mutant counts as detected only when a deterministic test fails. */
const isExample = (name: string): boolean => !drawn.has(name)

/** A random test, and a mutant that it exists for. */
const met = [
  ["the results of concurrent calls are linearizable", "stale reads during another write"],
  ["the results of concurrent calls are linearizable", "conflicts caused by unrelated commits"],
  ["an interrupted call takes effect once at some later moment, or never", "conflicts caused by unrelated commits"],
  ["in any order of calls, sums are conserved", "versions compared before the write"],
  ["in any order of calls, sums are conserved", "guards checked before the write"],
  ["when calls fail before, after or during the store's work", "torn by an interrupt"]
] as const

it("every test passes for a correct store", async () => {
  expect(await failures(makeSerializedMemoryStore, 10)).toEqual([])
})

describe("a deterministic test detects each mutant", () => {
  const mutants = mutantsOf(makeSerializedMemoryStore)

  it("has many mutants with unique names", () => {
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
    expect(mutants.length).toBeGreaterThanOrEqual(15)
  })

  it.each(mutants.filter(({ name }) => !concurrencyBreaks.some((one) => one.name === name)))(
    "$name",
    async ({ store }) => {
      expect(await failures(store, 1, isExample)).not.toEqual([])
    }
  )
})

describe("a random test detects each concurrency mutant", () => {
  it("covers every concurrency mutant", () => {
    const read = new Set<string>(met.map(([, mutant]) => mutant))
    expect(concurrencyBreaks.map(({ name }) => name).filter((name) => !read.has(name))).toEqual([])
  })

  it.each(met)("%s: %s", async (story, mutant) => {
    const [broken] = mutantsOf(makeSerializedMemoryStore).filter(({ name }) => name === mutant)
    // About one draw in 10 to 20 detects the mutant.
    const failed = await failures(broken?.store ?? makeSerializedMemoryStore, 500, (name) => name.startsWith(story))
    expect(failed).toHaveLength(1)
  })
})
