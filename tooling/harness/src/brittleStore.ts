import { makeMemoryStore } from "@countersign/memory"
import { Store, type StoreUnavailable } from "countersign/effect"
import { Effect, Layer } from "effect"

/** A store with one method that fails while the fault is enabled. */
export const brittleStore = (
  method: "load" | "commit" | "find",
  failure: () => Effect.Effect<never, StoreUnavailable>
) => {
  const state = { isArmed: false }
  const store = Layer.effect(
    Store,
    Effect.map(makeMemoryStore, (inner) =>
      Store.of({
        ...inner,
        load: (refs) => (state.isArmed && method === "load" ? failure() : inner.load(refs)),
        find: (query) => (state.isArmed && method === "find" ? failure() : inner.find(query)),
        commit: (changes, guards) => (state.isArmed && method === "commit" ? failure() : inner.commit(changes, guards))
      })
    )
  )
  return { state, store }
}
