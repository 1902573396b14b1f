import { DateTime, Effect } from "effect"
import { Discoveries } from "../../ports/Discoveries.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import type { Rules } from "../../rules/external-accounts/judge.ts"

/** What accounts are judged by in this environment, and on this day in UTC. */
export const rulesOfToday = Effect.gen(function* () {
  const { mode } = yield* CurrentEnvironment
  const now = yield* DateTime.now
  const rules: Rules = { mode, today: DateTime.formatIsoDateUtc(now), discoveries: yield* Discoveries }
  return { at: DateTime.toEpochMillis(now), rules }
})
