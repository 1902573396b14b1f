import { Clock, Effect } from "effect"
import { environmentKey } from "../model/Environment.ts"
import type { AccountId } from "../model/ids.ts"
import { CurrentEnvironment } from "../ports/CurrentEnvironment.ts"
import { load } from "../ports/records.ts"
import * as Session from "../sessions/Session.ts"
import { activeRef } from "./openSession.ts"

/** The active sessions of an account, newest first. An account that is not here has none. */
export const listSessions = Effect.fnUntraced(function* (accountId: AccountId) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const ref = activeRef(environment, accountId)
  const found = yield* load([ref])
  const at = yield* Clock.currentTimeMillis
  return found
    .all(ref)
    .map(({ value }) => Session.asOf(value, at))
    .filter((session) => session._tag === "Active")
})
