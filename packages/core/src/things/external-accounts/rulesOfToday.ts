import { Clock, Context, DateTime, Effect } from "effect"
import { Discoveries } from "../../ports/Discoveries.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import type { Rules } from "./rules/verifyFields.ts"

/** The account rules for this environment on the current UTC date. */
export const rulesOfToday = Effect.contextWith((services: Context.Context<CurrentEnvironment | Discoveries>) => {
  const { mode } = Context.get(services, CurrentEnvironment)
  const at = Context.get(services, Clock.Clock).currentTimeMillisUnsafe()
  const today = DateTime.formatIsoDateUtc(DateTime.makeUnsafe(at))
  const rules: Rules = { mode, today, discoveries: Context.get(services, Discoveries) }
  return Effect.succeed({ at, rules })
})
