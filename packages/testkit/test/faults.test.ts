import { Store, StoreUnavailable } from "@countersign/core"
import { makeSerializedMemoryStore } from "@countersign/memory"
import { Cause, Effect, Exit } from "effect"
import { expect, it } from "vitest"
import { type Faults, failing } from "../src/programs/faults.ts"
import { commit, foundIds } from "../src/stories/ask.ts"
import { insert } from "../src/stories/things.ts"

/** How a commit of one record ends whose call fails so, what is kept after it, and how the next call ends. */
const befallen = (drawn: Faults["commits"]) =>
  Effect.gen(function* () {
    const store = yield* makeSerializedMemoryStore
    const over = failing(store, { loads: [], commits: drawn })
    const exit = yield* Effect.exit(Effect.provideService(commit([insert("a")]), Store, over))
    const kept = yield* Effect.provideService(foundIds({}), Store, store)
    const next = yield* Effect.exit(over.commit([], []))
    return { told: toldOf(exit), kept, next: toldOf(next) }
  }).pipe(Effect.runPromise)

const toldOf = (exit: Exit.Exit<unknown, unknown>): string => {
  if (Exit.isSuccess(exit)) return "answered"
  return Cause.hasInterruptsOnly(exit.cause)
    ? "interrupted"
    : Cause.squash(exit.cause) instanceof StoreUnavailable
      ? "unavailable"
      : "?"
}

it("a call that fails before the store is not done", async () => {
  expect(await befallen([{ fails: "before" }])).toEqual({ told: "unavailable", kept: [], next: "answered" })
})

it("a call that fails after the store is done, and nobody is told", async () => {
  expect(await befallen([{ fails: "after" }])).toEqual({ told: "unavailable", kept: ["a"], next: "answered" })
})

it("a call that is cut ends its program, whether it was done or not", async () => {
  const soon = await befallen([{ fails: "cut", pauses: 0 }])
  const late = await befallen([{ fails: "cut", pauses: 4 }])
  expect([soon, late]).toEqual([
    { told: "interrupted", kept: [], next: "answered" },
    { told: "interrupted", kept: ["a"], next: "answered" }
  ])
})

it("faults befall commits in the order in which they are made, and loads in theirs", async () => {
  expect(await befallen([undefined, { fails: "before" }])).toEqual({
    told: "answered",
    kept: ["a"],
    next: "unavailable"
  })
  const store = await Effect.runPromise(makeSerializedMemoryStore)
  const over = failing(store, { loads: [undefined, { fails: "before" }], commits: [] })
  const told = [over.load([]), over.commit([], []), over.load([]), over.load([])].map(Effect.exit)
  const exits = await Effect.runPromise(Effect.all(told))
  expect(exits.map(toldOf)).toEqual(["answered", "answered", "unavailable", "answered"])
})
