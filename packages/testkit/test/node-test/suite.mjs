import { describe, it } from "node:test"
import { makeSerializedMemoryStore } from "@countersign/memory"
import { mutantsOf, storeSuite } from "@countersign/testkit"
import { Effect } from "effect"

// What an author writes who has no vitest: run with `node --test`. A mutant by its name, or memory as it is.
const mutants = new Map(mutantsOf(makeSerializedMemoryStore).map(({ name, store }) => [name, store]))
const store = process.env.MUTANT === undefined ? makeSerializedMemoryStore : mutants.get(process.env.MUTANT)

storeSuite({
  name: "memory",
  clock: "test",
  describe,
  it,
  rounds: 5,
  runs: 5,
  make: async () => ({ store: await Effect.runPromise(store) })
})
