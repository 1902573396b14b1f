import { StoreUnavailable } from "@countersign/core"
import { makeSerializedMemoryStore } from "@countersign/memory"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { type StoreSuiteOptions, storeSuite } from "../src/index.ts"

/** Runs a suite as a framework would, one story after another. */
const run = async (make: StoreSuiteOptions["make"], figures: Partial<StoreSuiteOptions> = {}) => {
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
    report: (line) => told.push(line),
    ...figures
  })
  const failed: Array<unknown> = []
  for (const [, body] of stories) await body().catch((error: unknown) => failed.push(error))
  return { failed, stories, told }
}

const memory = Effect.runPromise(makeSerializedMemoryStore)
const fresh = async () => ({ store: await Effect.runPromise(makeSerializedMemoryStore) })

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
    const store = await Effect.runPromise(makeSerializedMemoryStore)
    return { store: { ...store, sweep: () => Effect.fail(new StoreUnavailable({})) } }
  })
  expect(failed.length).toBeGreaterThan(3)
  for (const error of failed) expect(String(error)).toMatch(/^Error: .{20,}: .*StoreUnavailable/su)
})

it("the report counts what was kept", async () => {
  const { told } = await run(fresh)
  expect(told).toHaveLength(1)
  expect(told[0]).toMatch(/^mine, clock test, 16 racers, 1 rounds, 1 runs: versions and times 7\/7, unique keys 7\/7,/u)
})

it("the report counts how the commits ended that were drawn", async () => {
  const { told } = await run(fresh, { runs: 50 })
  const written = /; commits drawn: .*written (\d+)/u.exec(told[0] ?? "")?.[1]
  expect(Number(written)).toBeGreaterThan(50)
})

it("sequences that meet some end of a commit too seldom fail", async () => {
  const { failed } = await run(fresh, { outcomes: 1000 })
  expect(failed.map(String)).toEqual([
    expect.stringMatching(
      /The sequences meet each way a commit can end at least 1000 times. Expected \[\], found \[ 'written', 'late'/u
    )
  ])
})

it("as many race as are asked for", async () => {
  let most = 0
  await run(
    async () => {
      const store = await Effect.runPromise(makeSerializedMemoryStore)
      let meet = 0
      const commit: typeof store.commit = (...asked) =>
        Effect.suspend(() => {
          meet += 1
          most = Math.max(most, meet)
          return Effect.ensuring(
            Effect.andThen(Effect.yieldNow, store.commit(...asked)),
            Effect.sync(() => {
              meet -= 1
            })
          )
        })
      return { store: { ...store, commit } }
    },
    { racers: 33 }
  )
  expect(most).toBe(33)
})
