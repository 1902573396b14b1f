import { DateTime, Effect } from "effect"
import { Discoveries } from "../../ports/Discoveries.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import type { Rules } from "../../rules/external-accounts/verifyFields.ts"

/** The account rules for this environment on the current UTC date. */
export const rulesOfToday = Effect.gen(function* () {
  const { mode } = yield* CurrentEnvironment
  const now = yield* DateTime.now
  const rules: Rules = { mode, today: DateTime.formatIsoDateUtc(now), discoveries: yield* Discoveries }
  return { at: DateTime.toEpochMillis(now), rules }
})
