import { storeSuite } from "@countersign/testkit"
import { describe, it } from "vitest"
import { makeModelStore } from "./modelStore.ts"

// The results of the model apply only if its store has the same semantics as the adapters.
storeSuite({
  name: "the model's store",
  make: async () => ({ store: makeModelStore() }),
  clock: "test",
  describe,
  it,
  rounds: 10,
  runs: 30
})
