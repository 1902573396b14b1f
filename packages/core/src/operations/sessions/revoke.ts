import { Result, Schema } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { SessionId } from "../../model/ids.ts"
import * as Session from "../../rules/sessions/Session.ts"
import { SessionNotFound } from "../../rules/sessions/Session.ts"
import { noChanges, replace } from "../../store/plans.ts"
import { byId, type FoundOf } from "../../store/records.ts"
import type { Leg } from "../operation.ts"
import type { Challenged, Finished } from "../signed-requests/SignedOperation.ts"
import { signedRetry } from "../signed-requests/signedRetry.ts"

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
  intent: Schema.toCodecJson(Intent),
  begin: { reads, mayReadRecent: true, decide: begin },
  finish: { reads, decide: finish }
})
