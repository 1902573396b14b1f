import { storeSuite } from "@countersign/testkit"
import { describe, it } from "vitest"
import { makeModelStore } from "./modelStore.ts"

// The model says nothing of a store that keeps other promises than the adapters do.
storeSuite({
  name: "the model's store",
  make: async () => ({ store: makeModelStore() }),
  clock: "test",
  describe,
  it,
  rounds: 10,
  runs: 30
})
