import type { Store } from "@countersign/core"
import { makeSerializedMemoryStore } from "@countersign/memory"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { mutantsOf, storeSuite } from "../src/index.ts"
import { meetings } from "../src/mutants/mutantsOf.ts"
import { histories, sequences } from "../src/storeSuite.ts"
import { interleavings } from "../src/stories/interleavings.ts"
import { records } from "../src/stories/records.ts"

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

const drawn = new Set(
  [...records.stories, ...histories.stories, ...interleavings.stories, ...sequences.stories].map(({ name }) => name)
)

/** What is drawn would kill most: a mutant counts as known only where an example names its break. */
const isExample = (name: string): boolean => !drawn.has(name)

/** A drawn story, and a mutant that it is there for. */
const met = [
  ["some order of the calls, one after another, explains every answer", "reads that lag while another writes"],
  ["some order of the calls, one after another, explains every answer", "conflict for another's sake"],
  ["a call that was interrupted in flight was done once at some later moment, or never", "conflict for another's sake"],
  ["whatever the order of their calls, sums are conserved", "versions compared before the write"],
  ["whatever the order of their calls, sums are conserved", "guards before the write"],
  ["where calls fail before the store, after it or in flight", "torn by an interrupt"]
] as const

it("no story fails for a store that keeps its promises", async () => {
  expect(await failures(makeSerializedMemoryStore, 10)).toEqual([])
})

describe("every mutant is killed by an example that says what is broken", () => {
  const mutants = mutantsOf(makeSerializedMemoryStore)

  it("there are many, each of its own name", () => {
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
    expect(mutants.length).toBeGreaterThanOrEqual(15)
  })

  it.each(mutants.filter(({ name }) => !meetings.some((one) => one.name === name)))("$name", async ({ store }) => {
    expect(await failures(store, 1, isExample)).not.toEqual([])
  })
})

describe("what breaks only where calls meet is found by the drawn story that is there for it", () => {
  it("each is looked for", () => {
    const looked = new Set<string>(met.map(([, mutant]) => mutant))
    expect(meetings.map(({ name }) => name).filter((name) => !looked.has(name))).toEqual([])
  })

  it.each(met)("%s: %s", async (story, mutant) => {
    const [broken] = mutantsOf(makeSerializedMemoryStore).filter(({ name }) => name === mutant)
    // One draw in ten or twenty finds it.
    const failed = await failures(broken?.store ?? makeSerializedMemoryStore, 500, (name) => name.startsWith(story))
    expect(failed).toHaveLength(1)
  })
})
