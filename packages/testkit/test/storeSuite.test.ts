import { StoreUnavailable } from "@countersign/core"
import { makeMemoryStore } from "@countersign/memory"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { type StoreSuiteOptions, storeSuite } from "../src/index.ts"

/** Runs a suite as a framework would, one story after another. */
const run = async (make: StoreSuiteOptions["make"]) => {
  const stories: Array<readonly [string, () => Promise<void>]> = []
  const told: Array<string> = []
  storeSuite({
    name: "mine",
    make,
    clock: "test",
    describe: (_, body) => body(),
    it: (name, body) => stories.push([name, body]),
    rounds: 1,
    runs: 1,
    report: (line) => told.push(line)
  })
  const failed: Array<unknown> = []
  for (const [, body] of stories) await body().catch((error: unknown) => failed.push(error))
  return { failed, stories, told }
}

const memory = Effect.runPromise(makeMemoryStore)
const fresh = async () => ({ store: await Effect.runPromise(makeMemoryStore) })

it("every story has a name of its own", async () => {
  const { stories } = await run(fresh)
  expect(new Set(stories.map(([name]) => name)).size).toBe(stories.length)
})

it("a store is made once a story and let go of, also where the story fails", async () => {
  const count = { made: 0, closed: 0 }
  const { failed, stories } = await run(async () => {
    count.made += 1
    const close = async () => {
      count.closed += 1
    }
    return { store: await memory, close }
  })
  // One store for all stories is not empty when the second begins.
  expect(failed.length).toBeGreaterThan(0)
  expect(count).toEqual({ made: stories.length - 1, closed: stories.length - 1 })
})

it("a story that fails says which promise is broken", async () => {
  const { failed } = await run(async () => {
    const store = await Effect.runPromise(makeMemoryStore)
    return { store: { ...store, sweep: () => Effect.fail(new StoreUnavailable({})) } }
  })
  expect(failed.length).toBeGreaterThan(3)
  for (const error of failed) expect(String(error)).toMatch(/^Error: .{20,}: .*StoreUnavailable/su)
})

it("the report counts what was kept", async () => {
  const { told } = await run(fresh)
  expect(told).toHaveLength(1)
  expect(told[0]).toMatch(/^mine, clock test, 1 rounds, 1 runs: versions and times 7\/7, unique keys 7\/7,/u)
})
