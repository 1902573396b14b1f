import { Effect } from "effect"
import { levels } from "../rules/limits/levels.ts"
import { byId, loadOne } from "../store/records.ts"

/** Reads a record that is never written. Succeeds if the store answers, and otherwise fails as any call would. */
export const checkReady = Effect.fnUntraced(function* () {
  yield* loadOne(byId(levels, "sandbox/countersign", "ready"))
})
