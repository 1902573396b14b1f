import { Effect } from "effect"
import { levels } from "../rules/limits/levels.ts"
import { byId, loadOne } from "../store/records.ts"

/** Asks the store for a record that nobody writes: it answers, or fails as it would for a caller. */
export const checkReady = Effect.fnUntraced(function* () {
  yield* loadOne(byId(levels, "sandbox/countersign", "ready"))
})
