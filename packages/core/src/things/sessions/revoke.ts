import { Result, Schema } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { AccountId, SessionId } from "../../model/ids.ts"
import { begins, finishes } from "../../steps/legs.ts"
import { rawPayload } from "../../steps/pendingRequest.ts"
import { challenged, type Finished } from "../../steps/SignedOperation.ts"
import { signedRetry } from "../../steps/signedRetry.ts"
import type { Json } from "../../store/Collection.ts"
import { replace } from "../../store/plans.ts"
import { byId } from "../../store/records.ts"
import { AccountNotFound } from "../accounts/rules/InternalAccount.ts"
import { walletRef } from "../accounts/wallets.ts"
import { accountOfSession, accountReads, ended, touchAccount } from "./open.ts"
import * as Session from "./rules/Session.ts"
import { SessionNotFound } from "./rules/Session.ts"

export interface RevokeSessionCommand {
  readonly sessionId: SessionId
}

const Intent = Schema.Struct({ sessionId: SessionId })

const reads = ({ sessionId }: RevokeSessionCommand, environment: EnvironmentKey) => ({
  session: byId(Session.sessions, environment, sessionId)
})

/** Ends a session. Any active session of the account may sign, including the one that ends. */
export const revokeSession = signedRetry({
  name: "RevokeSession",
  call: ({ sessionId }) => ({ method: "DELETE", path: `/auth/sessions/${sessionId}`, body: null }),
  wallets: ({ sessionId }, environment) => walletRef(environment, accountOfSession(sessionId)),
  begin: begins(reads, { mayReadRecent: true }).decide(function askToEnd({ at, found }) {
    return Result.map(Session.active(found.session?.value, at), ({ accountId, credentialType, sessionId }) =>
      challenged({
        accountId,
        credentialType,
        signer: { _tag: "SessionOfAccount" },
        activity: { type: "ACTIVITY_TYPE_DELETE_API_KEYS", parameters: { apiKeyIds: [sessionId], userId: accountId } },
        intent: { sessionId }
      })
    )
  }),
  finish: finishes(Intent, reads).decide(function endSession({ at, found: { session } }) {
    if (session === undefined) return Result.fail(new SessionNotFound())
    return Result.map(
      Session.active(session.value, at),
      (active): Finished<void> => ({
        reply: undefined,
        changes: [replace(session, Session.revoke(active, at), at)],
        guards: []
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
  begin: begins(othersReads).decide(function askToEndOthers({
    at,
    command: { accountId },
    found: { account, active }
  }) {
    if (account === undefined) return Result.fail(new AccountNotFound())
    const current = active.find(({ value }) => Session.asOf(value, at)._tag === "Active")
    if (current === undefined) return Result.fail(new SessionNotFound())
    return Result.succeed(
      challenged({
        accountId,
        credentialType: current.value.credentialType,
        signer: { _tag: "SessionOfAccount" },
        activity: rawPayload(accountId, { revokeOtherSessions: { accountId } }),
        intent: { accountId }
      })
    )
  }),
  // Raises the version of the account, so a login that commits at the same time is retried or is ended too (I5).
  finish: finishes(OthersIntent, othersReads).decide(function endOthers({ at, found: { account, active }, signedBy }) {
    const others = active.filter(({ value }) => !signedBy.includes(value.sessionId))
    const changes = [...others.flatMap((each) => ended(each, at)), ...touchAccount(account, at)]
    return Result.succeed({ reply: undefined, changes, guards: [] })
  })
})
