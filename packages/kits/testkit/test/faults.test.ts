import { Store, StoreUnavailable } from "@countersign/core"
import { makeSerializedMemoryStore } from "@countersign/memory"
import { Cause, Effect, Exit } from "effect"
import { expect, it } from "vitest"
import { type Faults, failing } from "../src/programs/faults.ts"
import { commit, foundIds } from "../src/stories/ask.ts"
import { insert } from "../src/stories/things.ts"

/**
 * The result of a commit whose call fails in this way, the records stored afterwards, and the result of the next call.
 */
const befallen = (drawn: Faults["commits"]) =>
  Effect.gen(function* () {
    const store = yield* makeSerializedMemoryStore
    const over = failing(store, { loads: [], commits: drawn })
    const exit = yield* Effect.exit(Effect.provideService(commit([insert("a")]), Store, over))
    const stored = yield* Effect.provideService(foundIds({}), Store, store)
    const next = yield* Effect.exit(over.commit([], []))
    return { told: toldOf(exit), kept: stored, next: toldOf(next) }
  }).pipe(Effect.runPromise)

const toldOf = (exit: Exit.Exit<unknown, unknown>): string => {
  if (Exit.isSuccess(exit)) return "answered"
  return Cause.hasInterruptsOnly(exit.cause)
    ? "interrupted"
    : Cause.squash(exit.cause) instanceof StoreUnavailable
      ? "unavailable"
      : "?"
}

it('a fault "before" fails a call that has no effect', async () => {
  expect(await befallen([{ fails: "before" }])).toEqual({ told: "unavailable", kept: [], next: "answered" })
})

it('a fault "after" fails a call that took effect', async () => {
  expect(await befallen([{ fails: "after" }])).toEqual({ told: "unavailable", kept: ["a"], next: "answered" })
})

it('a fault "cut" interrupts the program, whether or not the call took effect', async () => {
  const soon = await befallen([{ fails: "cut", pauses: 0 }])
  const late = await befallen([{ fails: "cut", pauses: 4 }])
  expect([soon, late]).toEqual([
    { told: "interrupted", kept: [], next: "answered" },
    { told: "interrupted", kept: ["a"], next: "answered" }
  ])
})

it("faults apply to commits and to loads in the order in which each are made", async () => {
  expect(await befallen([undefined, { fails: "before" }])).toEqual({
    told: "answered",
    kept: ["a"],
    next: "unavailable"
  })
  const store = await Effect.runPromise(makeSerializedMemoryStore)
  const over = failing(store, { loads: [undefined, { fails: "before" }], commits: [] })
  const reported = [over.load([]), over.commit([], []), over.load([]), over.load([])].map(Effect.exit)
  const exits = await Effect.runPromise(Effect.all(reported))
  expect(exits.map(toldOf)).toEqual(["answered", "answered", "unavailable", "answered"])
})
