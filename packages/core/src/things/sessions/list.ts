import { Clock, Effect } from "effect"
import { environmentKey, hasExpired, type Millis } from "../../model/Environment.ts"
import type { AccountId } from "../../model/ids.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import { byIndex, load } from "../../store/records.ts"
import { type Receipt, receipts } from "../receipts/rules/Receipt.ts"
import { activeRef } from "./open.ts"
import * as Session from "./rules/Session.ts"
import { type ClientInfo, openedClient, sessionClients } from "./rules/SessionClient.ts"

/** The newest receipts of the account that are searched for the last use of its sessions. */
const RECENT_RECEIPTS = 100

export interface ListedSession {
  readonly session: Session.Active
  /** When it last signed for the account, or when it was opened. See {@link lastUsedAt}. */
  readonly lastUsedAt: Millis
  /** The device that opened it. Absent if none was stored, or its retention has expired. */
  readonly client: ClientInfo | undefined
}

/** Returns the active sessions of an account, newest first. Returns an empty list for an unknown account. */
export const listSessions = Effect.fnUntraced(function* (accountId: AccountId) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const found = yield* load({
    active: activeRef(environment, accountId),
    receipts: byIndex(receipts, environment, "account", [accountId], RECENT_RECEIPTS),
    clients: byIndex(sessionClients, environment, "account", [accountId], 1000)
  })
  // The time is read after the store has answered, so that a session that expired during the read is excluded.
  const at = yield* Clock.currentTimeMillis
  const signed = found.receipts.map(({ value }) => value)
  const retained = found.clients.filter(({ value }) => !hasExpired(value.expiresAt, at))
  const clients = new Map(retained.map(({ id, value }) => [id, value]))
  const active = found.active.map(({ value }) => Session.asOf(value, at)).filter((each) => each._tag === "Active")
  return yield* Effect.forEach(
    active,
    Effect.fnUntraced(function* (session) {
      const client = clients.get(session.sessionId)
      const listed: ListedSession = {
        session,
        lastUsedAt: lastUsedAt(session, signed),
        client: client === undefined ? undefined : yield* openedClient(client)
      }
      return listed
    })
  )
})

/**
 * The time of the newest of these receipts that the session's key signed, which costs the signed calls no write. A
 * refresh counts as a use of the refreshed session. Without such a receipt it is the time at which the session was
 * opened: a lower bound if the account has signed more often since than receipts are given. Session proofs, and payments
 * from another wallet of the customer, leave no receipt in this account and do not count.
 */
export const lastUsedAt = (
  { createdAt, sessionId }: Session.Active,
  newest: ReadonlyArray<Pick<Receipt, "at" | "sessionId">>
): Millis => Math.max(createdAt, ...newest.flatMap((each) => (each.sessionId === sessionId ? [each.at] : [])))
