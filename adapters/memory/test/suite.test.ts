import { storeSuite } from "@countersign/testkit"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { makeMemoryStore } from "../src/index.ts"

storeSuite({
  name: "memory",
  make: async () => ({ store: await Effect.runPromise(makeMemoryStore) }),
  clock: "test",
  describe,
  it,
  report: console.log,
  racers: 64,
  rounds: 200,
  runs: 500,
  // The sequences mean nothing unless they meet every end of a commit often.
  outcomes: 21
})

it("S11: a store has five methods, and none of them knows a rule that it could pass by", async () => {
  const store = await Effect.runPromise(makeMemoryStore)
  expect(Object.keys(store).sort()).toEqual(["claimDue", "commit", "find", "load", "sweep"])
})
