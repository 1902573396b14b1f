import type { Store } from "@countersign/core"
import { makeMemoryStore } from "@countersign/memory"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { mutantsOf, storeSuite } from "../src/index.ts"

/** The stories that fail for a store, told one after another, and what each said. */
const failures = async (
  make: Effect.Effect<Store["Service"]>,
  runs: number
): Promise<ReadonlyArray<readonly [string, string]>> => {
  const stories: Array<readonly [string, () => Promise<void>]> = []
  storeSuite({
    name: "mutant",
    make: async () => ({ store: await Effect.runPromise(make) }),
    clock: "test",
    describe: (_, body) => body(),
    it: (name, body) => stories.push([name, body]),
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
