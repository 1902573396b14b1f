import { Clock, Effect } from "effect"
import { environmentKey } from "../../model/Environment.ts"
import type { AccountId } from "../../model/ids.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import * as Session from "../../rules/sessions/Session.ts"
import { load } from "../../store/records.ts"
import { activeRef } from "./open.ts"

/** The active sessions of an account, newest first. An account that is not here has none. */
export const listSessions = (accountId: AccountId) =>
  Effect.flatMap(CurrentEnvironment, (environment) => {
    const reads = { active: activeRef(environmentKey(environment), accountId) }
    // The time is that of the answer, and not from before the store was asked.
    return Effect.zipWith(load(reads), Clock.currentTimeMillis, ({ active }, at) =>
      active.map(({ value }) => Session.asOf(value, at)).filter((session) => session._tag === "Active")
    )
  })
