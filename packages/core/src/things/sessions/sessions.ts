import { Clock, Effect, Result, Schema } from "effect"
import { type EnvironmentKey, hasExpired, type Millis } from "../../model/Environment.ts"
import { AccountId, SessionId } from "../../model/ids.ts"
import { currentKey } from "../../ports/EnvironmentRunner.ts"
import { begins, finishes } from "../../steps/legs.ts"
import { rawPayload } from "../../steps/pendingRequest.ts"
import { touchAccount } from "../../steps/receiptPlan.ts"
import { challenged, type Finished } from "../../steps/SignedOperation.ts"
import { signedRetry } from "../../steps/signedRetry.ts"
import type { Json } from "../../store/Collection.ts"
import { replace } from "../../store/plans.ts"
import { byId, byIndex, load } from "../../store/records.ts"
import { AccountNotFound } from "../accounts/rules/InternalAccount.ts"
import { walletRef } from "../accounts/wallets.ts"
import { type Receipt, receipts } from "../receipts/rules/Receipt.ts"
import { accountOfSession, accountReads, ended } from "./open.ts"
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
  const environment = yield* currentKey
  const found = yield* load({
    active: Session.activeRef(environment, accountId),
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

const Intent = Schema.Struct({ sessionId: SessionId })
export type RevokeSessionCommand = typeof Intent.Type

const reads = ({ sessionId }: RevokeSessionCommand, environment: EnvironmentKey) => ({
  session: byId(Session.sessions, environment, sessionId)
})

/** Ends a session. Any active session of the account may sign, including the one that ends. */
export const revokeSession = signedRetry({
  name: "RevokeSession",
  call: ({ sessionId }) => ({ method: "DELETE", path: `/auth/sessions/${sessionId}`, body: null }),
  wallets: ({ sessionId }, environment) => walletRef(environment, accountOfSession(sessionId)),
  account: ({ sessionId }) => accountOfSession(sessionId),
  begin: begins(reads, { mayReadRecent: true }).decide(function askToEnd({ at, found }) {
    return Result.map(Session.active(found.session?.value, at), ({ accountId, credentialType, sessionId }) =>
      challenged({
        accountId,
        credentialType,
        activity: { type: "ACTIVITY_TYPE_DELETE_API_KEYS", parameters: { apiKeyIds: [sessionId], userId: accountId } },
        intent: { sessionId }
      })
    )
  }),
  finish: finishes(Intent, reads).decide(function endSession({ at, found: { session } }) {
    if (session === undefined) return Result.fail(new Session.SessionNotFound())
    return Result.map(
      Session.active(session.value, at),
      (active): Finished<void> => ({
        reply: undefined,
        changes: [replace(session, Session.revoke(active, at), at)]
      })
    )
  })
})

export interface RevokeOtherSessionsCommand {
  readonly accountId: AccountId
  /** As received: clients compare its digest with the body they sent. */
  readonly body: Json
}

const OthersIntent = Schema.Struct({ accountId: AccountId })

const othersReads = ({ accountId }: RevokeOtherSessionsCommand, environment: EnvironmentKey) =>
  accountReads(environment, accountId)

/** Ends all active sessions of an account except those with the key that signs. */
export const revokeOtherSessions = signedRetry({
  name: "RevokeOtherSessions",
  call: ({ body }) => ({ method: "POST", path: "/auth/sessions/revoke-others", body }),
  wallets: ({ accountId }, environment) => walletRef(environment, accountId),
  account: ({ accountId }) => accountId,
  begin: begins(othersReads).decide(function askToEndOthers({
    at,
    command: { accountId },
    found: { account, active }
  }) {
    if (account === undefined) return Result.fail(new AccountNotFound())
    const current = active.find(({ value }) => Session.asOf(value, at)._tag === "Active")
    if (current === undefined) return Result.fail(new Session.SessionNotFound())
    return Result.succeed(
      challenged({
        accountId,
        credentialType: current.value.credentialType,
        activity: rawPayload(accountId, { revokeOtherSessions: { accountId } }),
        intent: { accountId }
      })
    )
  }),
  // Touches the account, so a login that commits at the same time is retried or is ended too (I5).
  finish: finishes(OthersIntent, othersReads).decide(function endOthers({ at, found: { account, active }, signedBy }) {
    const others = active.filter(({ value }) => !signedBy.includes(value.sessionId))
    const changes = [...others.flatMap((each) => ended(each, at)), ...touchAccount(account, at)]
    return Result.succeed({ reply: undefined, changes })
  })
})
