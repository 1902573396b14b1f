import { Clock, Effect } from "effect"
import { environmentKey } from "../model/Environment.ts"
import type { AccountId } from "../model/ids.ts"
import { CurrentEnvironment } from "../ports/CurrentEnvironment.ts"
import { byIndex, load } from "../ports/records.ts"
import * as Session from "../sessions/Session.ts"

/** The active sessions of an account, newest first. An account that is not here has none. */
export const listSessions = Effect.fn("listSessions")(function* (accountId: AccountId) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const ref = byIndex(Session.sessions, environment, "account", [accountId], 1000)
  const found = yield* load([ref])
  const at = yield* Clock.currentTimeMillis
  return found
    .all(ref)
    .map(({ value }) => Session.asOf(value, at))
    .filter(Session.Session.guards.Active)
})
