import { Result, Schema } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { AccountId, SessionId } from "../../model/ids.ts"
import { AccountNotFound } from "../../rules/internal-accounts/InternalAccount.ts"
import * as Session from "../../rules/sessions/Session.ts"
import { SessionNotFound } from "../../rules/sessions/Session.ts"
import type { Json } from "../../store/Collection.ts"
import { noChanges, replace } from "../../store/plans.ts"
import { byId, type FoundOf } from "../../store/records.ts"
import type { Leg } from "../operation.ts"
import { rawPayload } from "../signed-requests/pendingRequest.ts"
import type { Challenged, Finished, SecondLeg } from "../signed-requests/SignedOperation.ts"
import { signedRetry } from "../signed-requests/signedRetry.ts"
import { accountOfSession, accountReads, ended, touchAccount, walletRef } from "./open.ts"

export interface RevokeSessionCommand {
  readonly sessionId: SessionId
}

const Intent = Schema.Struct({ sessionId: SessionId })
type Intent = typeof Intent.Type

const reads = ({ sessionId }: RevokeSessionCommand, environment: EnvironmentKey) => ({
  session: byId(Session.sessions, environment, sessionId)
})
type Found = FoundOf<ReturnType<typeof reads>>

export const begin = ({
  at,
  found
}: Leg<RevokeSessionCommand, Found>): Result.Result<Challenged<Intent>, SessionNotFound> =>
  Result.map(Session.active(found.session?.value, at), ({ accountId, credentialType, sessionId }) => ({
    _tag: "Challenged",
    ...noChanges,
    accountId,
    credentialType,
    signer: { _tag: "SessionOfAccount" },
    activity: { type: "ACTIVITY_TYPE_DELETE_API_KEYS", parameters: { apiKeyIds: [sessionId], userId: accountId } },
    intent: { sessionId }
  }))

export const finish = ({
  at,
  found: { session }
}: Leg<RevokeSessionCommand, Found>): Result.Result<Finished<void>, SessionNotFound> => {
  if (session === undefined) return Result.fail(new SessionNotFound())
  return Result.map(Session.active(session.value, at), (active) => ({
    reply: undefined,
    changes: [replace(session, Session.revoke(active, at), at)],
    guards: []
  }))
}

/** Ends a session. Any active session of the account may sign, including the one that ends. */
export const revokeSession = signedRetry({
  name: "RevokeSession",
  call: ({ sessionId }: RevokeSessionCommand) => ({
    method: "DELETE",
    path: `/auth/sessions/${sessionId}`,
    body: null
  }),
  wallets: ({ sessionId }, environment) => walletRef(environment, accountOfSession(sessionId)),
  intent: Schema.toCodecJson(Intent),
  begin: { reads, mayReadRecent: true, decide: begin },
  finish: { reads, decide: finish }
})

export interface RevokeOtherSessionsCommand {
  readonly accountId: AccountId
  /** As received: clients compare its digest with the body they sent. */
  readonly body: Json
}

const OthersIntent = Schema.Struct({ accountId: AccountId })
type OthersIntent = typeof OthersIntent.Type

const othersReads = ({ accountId }: RevokeOtherSessionsCommand, environment: EnvironmentKey) =>
  accountReads(environment, accountId)
type OthersFound = FoundOf<ReturnType<typeof othersReads>>

export const beginOthers = ({
  at,
  command: { accountId },
  found: { account, active }
}: Leg<RevokeOtherSessionsCommand, OthersFound>): Result.Result<
  Challenged<OthersIntent>,
  AccountNotFound | SessionNotFound
> => {
  if (account === undefined) return Result.fail(new AccountNotFound())
  const current = active.find(({ value }) => Session.asOf(value, at)._tag === "Active")
  if (current === undefined) return Result.fail(new SessionNotFound())
  return Result.succeed({
    _tag: "Challenged",
    ...noChanges,
    accountId,
    credentialType: current.value.credentialType,
    signer: { _tag: "SessionOfAccount" },
    activity: rawPayload(accountId, { revokeOtherSessions: { accountId } }),
    intent: { accountId }
  })
}

/** Raises the version of the account, so a login that commits at the same time is retried or is ended too (I5). */
export const finishOthers = ({
  at,
  found: { account, active },
  signedBy
}: Leg<RevokeOtherSessionsCommand, OthersFound> & Pick<SecondLeg<OthersIntent>, "signedBy">): Result.Result<
  Finished<void>,
  never
> => {
  const others = active.filter(({ value }) => !signedBy.includes(value.sessionId))
  const changes = [...others.flatMap((each) => ended(each, at)), ...touchAccount(account, at)]
  return Result.succeed({ reply: undefined, changes, guards: [] })
}

/** Ends all active sessions of an account except those with the key that signs. */
export const revokeOtherSessions = signedRetry({
  name: "RevokeOtherSessions",
  call: ({ body }: RevokeOtherSessionsCommand) => ({ method: "POST", path: "/auth/sessions/revoke-others", body }),
  wallets: ({ accountId }, environment) => walletRef(environment, accountId),
  intent: Schema.toCodecJson(OthersIntent),
  begin: { reads: othersReads, decide: beginOthers },
  finish: { reads: othersReads, decide: finishOthers }
})
