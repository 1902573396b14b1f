import { describe, it } from "node:test"
import { makeSerializedMemoryStore } from "@countersign/memory"
import { storeSuite } from "@countersign/testkit"
import { Effect } from "effect"

// The store suite in a project without vitest: run it with `node --test`. With BROKEN, the store shortens every number.
const shortened = (body) =>
  JSON.parse(JSON.stringify(body), (_, value) => (typeof value === "number" ? Number(value.toPrecision(9)) : value))
const store =
  process.env.BROKEN === undefined
    ? makeSerializedMemoryStore
    : Effect.map(makeSerializedMemoryStore, (inner) => ({
        ...inner,
        commit: (changes, guards) =>
          inner.commit(
            changes.map((change) => (change.op === "remove" ? change : { ...change, body: shortened(change.body) })),
            guards
          )
      }))

storeSuite({
  name: "memory",
  clock: "test",
  describe,
  it,
  rounds: 5,
  runs: 5,
  make: async () => ({ store: await Effect.runPromise(store) })
})
