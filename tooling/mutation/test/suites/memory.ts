import { makeSerializedMemoryStore } from "@countersign/memory"
import { storeSuite } from "@countersign/testkit"
import { Effect } from "effect"
import { describe, it } from "vitest"

// The stories of adapters/memory/test/suite.test.ts in few rounds: a mutant is met by nearly all of them.
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
