import { Clock, Effect } from "effect"
import { environmentKey } from "../../model/Environment.ts"
import type { AccountId } from "../../model/ids.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import * as Session from "../../rules/sessions/Session.ts"
import { load } from "../../store/records.ts"
import { activeRef } from "./open.ts"

/** Returns the active sessions of an account, newest first. Returns an empty list for an unknown account. */
export const listSessions = (accountId: AccountId) =>
  Effect.flatMap(CurrentEnvironment, (environment) => {
    const reads = { active: activeRef(environmentKey(environment), accountId) }
    // The time is read after the store has answered, so that a session that expired during the read is excluded.
    return Effect.zipWith(load(reads), Clock.currentTimeMillis, ({ active }, at) =>
      active.map(({ value }) => Session.asOf(value, at)).filter((session) => session._tag === "Active")
    )
  })
