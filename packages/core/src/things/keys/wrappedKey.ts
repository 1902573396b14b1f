import { Effect } from "effect"
import { SERVICE } from "../../model/Environment.ts"
import { byId, load } from "../../store/records.ts"
import { StoreUnavailable } from "../../store/Store.ts"
import { storeKnown } from "./checkReady.ts"
import { knownKeys } from "./rules/KnownKeys.ts"

/**
 * Returns the key of a use as the key management service encrypted it, the same on all nodes. The first node stores the
 * one that it makes: of two nodes that start at once, both return the one that was stored first.
 */
export const wrappedKey = Effect.fnUntraced(function* <E, R>(use: string, make: Effect.Effect<string, E, R>) {
  const found = yield* read(use)
  if (found?.value.wrapped !== undefined) return found.value.wrapped
  yield* storeKnown(found, { use, fingerprints: [], wrapped: yield* make })
  const stored = yield* read(use)
  return stored?.value.wrapped ?? (yield* new StoreUnavailable({}))
})

/** Stores a key that was encrypted again, unless another node did so first. */
export const rewrapKey = Effect.fnUntraced(function* <E, R>(
  use: string,
  anew: (wrapped: string) => Effect.Effect<string | undefined, E, R>
) {
  const found = yield* read(use)
  const next = found?.value.wrapped === undefined ? undefined : yield* anew(found.value.wrapped)
  if (next !== undefined) yield* storeKnown(found, { use, fingerprints: [], wrapped: next })
})

const read = (use: string) => Effect.map(load({ found: byId(knownKeys, SERVICE, use) }), ({ found }) => found)
