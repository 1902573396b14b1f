import { Effect, Schema } from "effect"
import { SessionId } from "../../model/ids.ts"
import { byId, replace } from "../../ports/records.ts"
import { SessionNotFound } from "../../sessions/refusals.ts"
import * as Session from "../../sessions/Session.ts"
import { Signer } from "../../signed-requests/Signer.ts"
import type { Begun, Finished, FirstLeg, SecondLeg } from "../signed-requests/SignedOperation.ts"
import { signedRetry } from "../signed-requests/signedRetry.ts"

export interface RevokeSessionCommand {
  readonly sessionId: SessionId
}

const Intent = Schema.Struct({ sessionId: SessionId })
type Intent = typeof Intent.Type

/** Ends a session. Any active session of the account may sign, the one that ends included. */
export const revokeSession = signedRetry({
  name: "RevokeSession",
  call: ({ sessionId }: RevokeSessionCommand) => ({
    method: "DELETE",
    path: `/auth/sessions/${sessionId}`,
    body: null
  }),
  reads: ({ sessionId }, environment) => [byId(Session.sessions, environment, sessionId)],
  intent: Schema.toCodecJson(Intent),
  begin: Effect.fnUntraced(function* ({ at, command, environment, found }: FirstLeg<RevokeSessionCommand>) {
    const session = found.one(byId(Session.sessions, environment, command.sessionId))
    const { accountId, credentialType, sessionId } = yield* Effect.fromResult(Session.active(session?.value, at))
    const begun: Begun<Intent> = {
      _tag: "Begun",
      accountId,
      credentialType,
      signer: Signer.cases.SessionOfAccount.make({}),
      activity: { type: "ACTIVITY_TYPE_DELETE_API_KEYS", parameters: { apiKeyIds: [sessionId], userId: accountId } },
      intent: { sessionId },
      plan: { changes: [], guards: [] }
    }
    return begun
  }),
  finish: Effect.fnUntraced(function* ({ at, environment, found, intent }: SecondLeg<Intent>) {
    const session = found.one(byId(Session.sessions, environment, intent.sessionId))
    if (session === undefined) return yield* new SessionNotFound()
    const revoked = yield* Effect.fromResult(Session.revoke(session.value, at))
    const finished: Finished<void> = {
      reply: undefined,
      plan: { changes: [replace(session, revoked, at)], guards: [] }
    }
    return finished
  })
})
