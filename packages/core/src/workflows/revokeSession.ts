import { Effect, Result, Schema } from "effect"
import { SessionId } from "../model/ids.ts"
import { byId, replace } from "../ports/records.ts"
import { SessionNotFound } from "../sessions/refusals.ts"
import * as Session from "../sessions/Session.ts"
import { Signer } from "../signed-requests/Signer.ts"
import { type Finished, type FirstLeg, signedRetry } from "./signedRetry.ts"

export interface RevokeSessionCommand {
  readonly sessionId: SessionId
}

/** Ends a session. Any active session of the account may sign, the one that ends included. */
export const revokeSession = signedRetry({
  name: "RevokeSession",
  call: ({ sessionId }: RevokeSessionCommand) => ({
    method: "DELETE",
    path: `/auth/sessions/${sessionId}`,
    body: null
  }),
  reads: ({ sessionId }, environment) => [byId(Session.sessions, environment, sessionId)],
  intent: Schema.toCodecJson(Schema.Struct({ sessionId: SessionId })),
  begin: Effect.fnUntraced(function* ({ at, command, environment, found }: FirstLeg<RevokeSessionCommand>) {
    const session = found.one(byId(Session.sessions, environment, command.sessionId))
    const { accountId, credentialType, sessionId } = yield* Effect.fromResult(Session.active(session?.value, at))
    return {
      accountId,
      credentialType,
      signer: Signer.cases.SessionOfAccount.make({}),
      activity: {
        type: "ACTIVITY_TYPE_DELETE_API_KEYS",
        parameters: { apiKeyIds: [sessionId], userId: accountId }
      },
      intent: { sessionId },
      plan: { changes: [], guards: [] }
    }
  }),
  finish: ({ at, environment, found, intent }): Result.Result<Finished<void>, SessionNotFound> => {
    const session = found.one(byId(Session.sessions, environment, intent.sessionId))
    if (session === undefined) return Result.fail(new SessionNotFound())
    return Result.map(Session.revoke(session.value, at), (revoked) => ({
      reply: undefined,
      plan: { changes: [replace(session, revoked, at)], guards: [] }
    }))
  }
})
