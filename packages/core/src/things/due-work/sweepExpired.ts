import { Clock, Effect } from "effect"
import { Store } from "../../store/Store.ts"
import { collections } from "../collections.ts"

const BATCH = 500

/**
 * Removes expired records, a bounded number per call. Returns how many it removed. Correctness does not depend on when
 * it runs.
 */
export const sweepExpired = Effect.fnUntraced(function* () {
  const store = yield* Store
  const at = yield* Clock.currentTimeMillis
  return yield* store.sweep(collections, at, BATCH)
})
