import { StoreUnavailable } from "@countersign/core"
import { makeSerializedMemoryStore } from "@countersign/memory"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { type StoreSuiteOptions, storeSuite } from "../src/index.ts"

/** Runs the suite as a test framework would, test by test. */
const run = async (make: StoreSuiteOptions["make"], figures: Partial<StoreSuiteOptions> = {}) => {
  const stories: Array<readonly [string, () => Promise<void>]> = []
  const reported: Array<string> = []
  storeSuite({
    name: "mine",
    make,
    clock: "test",
    describe: (_, body) => body(),
    it: (name, body) => stories.push([name, body]),
    rounds: 1,
    runs: 1,
    report: (line) => reported.push(line),
    ...figures
  })
  const failed: Array<unknown> = []
  for (const [, body] of stories) await body().catch((error: unknown) => failed.push(error))
  return { failed, stories, reported }
}

const memory = Effect.runPromise(makeSerializedMemoryStore)
const fresh = async () => ({ store: await Effect.runPromise(makeSerializedMemoryStore) })

it("every test has a unique name", async () => {
  const { stories } = await run(fresh)
  expect(new Set(stories.map(([name]) => name)).size).toBe(stories.length)
})

it("a store is created and released once per test, also when the test fails", async () => {
  const count = { made: 0, closed: 0 }
  const { failed, stories } = await run(async () => {
    count.made += 1
    const close = async () => {
      count.closed += 1
    }
    return { store: await memory, close }
  })
  // A store shared between tests is not empty when the second test begins.
  expect(failed.length).toBeGreaterThan(0)
  expect(count).toEqual({ made: stories.length - 1, closed: stories.length - 1 })
})

it("a failed test names the violated requirement", async () => {
  const { failed } = await run(async () => {
    const store = await Effect.runPromise(makeSerializedMemoryStore)
    return { store: { ...store, sweep: () => Effect.fail(new StoreUnavailable({})) } }
  })
  expect(failed.length).toBeGreaterThan(3)
  for (const error of failed) expect(String(error)).toMatch(/^Error: .{20,}: .*StoreUnavailable/su)
})

describe("FU14: a half-written store", () => {
  /** The memory store without one of its parts. */
  const without = (part: "indexes" | "times" | "unique keys") => async () => {
    const store = await Effect.runPromise(makeSerializedMemoryStore)
    const load: typeof store.load = (refs) =>
      Effect.map(store.load(refs), (answers) =>
        answers.map((rows, at) => {
          const by = refs[at]?.by
          if (part === "times") return rows.map((row) => ({ ...row, updatedAt: 0 }))
          return by === (part === "indexes" ? "index" : "unique") ? [] : rows
        })
      )
    return { store: { ...store, load } }
  }

  it.each([
    [
      "times",
      "a record starts at version 1, with createdAt and updatedAt",
      /At \.updatedAt: expected 10, found 0\. In whole/u
    ],
    [
      "unique keys",
      "I6: an insert, a replace or two changes",
      /A unique key belongs to one record\. Expected \[ 'a' \], found \[\]$/u
    ],
    ["indexes", "each ref has its own place in the result", /At \[4\]: expected \[ 'b', 'a' \], found \[\]/u]
  ] as const)(
    "without %s first fails the test of them, and names the first difference first",
    async (part, name, first) => {
      const { failed } = await run(without(part))
      expect(String(failed[0])).toContain(name)
      expect(String(failed[0])).toMatch(first)
    }
  )

  it.each(["times", "unique keys", "indexes"] as const)(
    "without %s fails with no message over 2,500 characters",
    async (part) => {
      const { failed } = await run(without(part), { runs: 20 })
      expect(failed.length).toBeGreaterThan(3)
      expect(failed.filter((error) => String(error).length > 2_500).map(String)).toEqual([])
    }
  )
})

it("the report counts passed tests", async () => {
  const { reported } = await run(fresh)
  expect(reported).toHaveLength(1)
  expect(reported[0]).toMatch(
    /^mine, clock test, 16 racers, 1 rounds, 1 runs: versions and times 6\/6, unique keys 7\/7,/u
  )
})

it("the report counts the outcomes of random commits", async () => {
  const { reported } = await run(fresh, { runs: 50 })
  const written = /; commits drawn: .*written (\d+)/u.exec(reported[0] ?? "")?.[1]
  expect(Number(written)).toBeGreaterThan(50)
})

it("fails when random sequences reach an outcome of a commit too seldom", async () => {
  const { failed } = await run(fresh, { outcomes: 1000 })
  expect(failed.map(String)).toEqual([
    expect.stringMatching(
      /The sequences reach every outcome of a commit at least 1000 times. Expected \[\], found \[ 'written', 'late'/u
    )
  ])
})

it("runs the configured number of racers", async () => {
  let most = 0
  await run(
    async () => {
      const store = await Effect.runPromise(makeSerializedMemoryStore)
      let meet = 0
      const commit: typeof store.commit = (...requested) =>
        Effect.suspend(() => {
          meet += 1
          most = Math.max(most, meet)
          return Effect.ensuring(
            Effect.andThen(Effect.yieldNow, store.commit(...requested)),
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
