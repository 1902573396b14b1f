import { makeSerializedMemoryStore } from "@countersign/memory"
import { storeSuite } from "@countersign/testkit"
import { Effect } from "effect"
import { describe, it } from "vitest"

// The tests of adapters/memory/test/suite.test.ts with fewer rounds, because nearly all of them cover each mutant.
storeSuite({
  name: "memory",
  make: async () => ({ store: await Effect.runPromise(makeSerializedMemoryStore) }),
  clock: "test",
  describe,
  it,
  racers: 8,
  rounds: 3,
  runs: 20
})
