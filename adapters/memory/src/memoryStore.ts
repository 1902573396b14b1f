import { type Conflict, Store } from "@countersign/core"
import { Effect, Layer } from "effect"
import { claimDue } from "./claimDue.ts"
import { commit } from "./commit.ts"
import { page, read } from "./read.ts"
import { sweep } from "./sweep.ts"
import { emptyWorld } from "./World.ts"

/**
 * A store of its own at each run, gone with the process: for tests, for a sandbox, and for a first try. It keeps no
 * promise that needs a disk (I11).
 *
 * Each method does all of its work in one synchronous step, so nothing can come between its reads and its writes. Rows
 * are handed out frozen.
 */
export const makeMemoryStore = Effect.sync(() => {
  const world = emptyWorld()
  return Store.of({
    load: (refs) => Effect.sync(() => refs.map((ref) => read(world, ref))),
    find: (query) => Effect.sync(() => page(world, query)),
    // The clock is read inside that step: a guard of time holds at the very moment of the write.
    commit: (changes, guards) =>
      Effect.clockWith((clock) => settled(commit(world, clock.currentTimeMillisUnsafe(), changes, guards))),
    claimDue: (collection, now, lease, limit, only) =>
      Effect.sync(() => claimDue(world, collection, now, lease, limit, only)),
    sweep: (collections, now, limit) => Effect.sync(() => sweep(world, collections, now, limit))
  })
})

/** `makeMemoryStore` as a layer. Whoever builds it gets a fresh, empty store. */
export const memoryStore: Layer.Layer<Store> = Layer.effect(Store, makeMemoryStore)

const settled = (conflict: Conflict | undefined): Effect.Effect<void, Conflict> =>
  conflict === undefined ? Effect.void : Effect.fail(conflict)
