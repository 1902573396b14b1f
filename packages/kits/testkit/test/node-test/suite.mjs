import { describe, it } from "node:test"
import { makeSerializedMemoryStore } from "@countersign/memory"
import { mutantsOf, storeSuite } from "@countersign/testkit"
import { Effect } from "effect"

// The store suite in a project without vitest: run it with `node --test`. MUTANT selects a mutant, by default none.
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
