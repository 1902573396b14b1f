import { Effect, Schema } from "effect"
import { credentials } from "../../credentials/Credential.ts"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { PublicKey, SessionId } from "../../model/ids.ts"
import { before, byId, byIndex, unchanged } from "../../ports/records.ts"
import { freshId } from "../../ports/Secrets.ts"
import { SessionNotFound } from "../../sessions/refusals.ts"
import * as Session from "../../sessions/Session.ts"
import { Signer } from "../../signed-requests/Signer.ts"
import type { Begun, Finished, FirstLeg, SecondLeg } from "../signed-requests/SignedOperation.ts"
import { signedRetry } from "../signed-requests/signedRetry.ts"
import { accountReads, issueSessionKey, type OpenedSession, openSession } from "./open.ts"

export interface RefreshSessionCommand {
  readonly sessionId: SessionId
  readonly clientPublicKey: string
}

const Intent = Schema.Struct({ sessionId: SessionId, signedBy: PublicKey, clientPublicKey: Schema.String })
type Intent = typeof Intent.Type

const fieldOf = (sessionId: string, field: string) => ({ collection: Session.sessions, id: sessionId, field })
const credentialRef = (environment: EnvironmentKey, sessionId: string) =>
  byIndex(credentials, environment, "credential", [fieldOf(sessionId, "credentialId")], 1)

/**
 * Opens a new session in the family of one that is active, for a client key that both legs name. Only the refreshed
 * session's own key signs; it stays active until its own end.
 */
export const refreshSession = signedRetry({
  name: "RefreshSession",
  call: ({ clientPublicKey, sessionId }: RefreshSessionCommand) => ({
    method: "POST",
    path: `/auth/sessions/${sessionId}/refresh`,
    body: { clientPublicKey }
  }),
  reads: ({ sessionId }, environment) => [
    byId(Session.sessions, environment, sessionId),
    credentialRef(environment, sessionId),
    ...accountReads(environment, fieldOf(sessionId, "accountId"))
  ],
  readsToBegin: ({ sessionId }, environment) => [byId(Session.sessions, environment, sessionId)],
  intent: Schema.toCodecJson(Intent),
  begin: Effect.fnUntraced(function* ({ at, command, environment, found }: FirstLeg<RefreshSessionCommand>) {
    const { clientPublicKey, sessionId } = command
    const session = found.one(byId(Session.sessions, environment, sessionId))
    const active = yield* Effect.fromResult(Session.active(session?.value, at))
    const begun: Begun<Intent> = {
      _tag: "Begun",
      accountId: active.accountId,
      credentialType: active.credentialType,
      signer: Signer.cases.KeyHolder.make({ publicKey: active.publicKey }),
      activity: {
        type: "ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2",
        parameters: { targetPublicKey: clientPublicKey }
      },
      intent: { sessionId, signedBy: active.publicKey, clientPublicKey },
      plan: { changes: [], guards: [] }
    }
    return begun
  }),
  finish: Effect.fnUntraced(function* ({ at, environment, found, intent }: SecondLeg<Intent>) {
    const original = found.one(byId(Session.sessions, environment, intent.sessionId))
    const { familySince } = yield* Effect.fromResult(Session.active(original?.value, at))
    const credential = found.one(credentialRef(environment, intent.sessionId))
    if (original === undefined || credential === undefined) return yield* new SessionNotFound()
    const { encryptedSessionSigningKey, publicKey } = yield* issueSessionKey(intent.clientPublicKey)
    const { plan, session } = yield* openSession(
      {
        sessionId: yield* freshId("Session"),
        credential: credential.value,
        publicKey,
        familySince,
        found,
        environment,
        accountSpelling: fieldOf(intent.sessionId, "accountId")
      },
      at
    )
    const isEvicted = plan.changes.some(({ collection, id }) => collection.name === "sessions" && id === original.id)
    const finished: Finished<OpenedSession> = {
      reply: { session, encryptedSessionSigningKey },
      by: { sessionId: original.value.sessionId, credentialId: original.value.credentialId },
      plan: {
        changes: plan.changes,
        // A revocation that commits first leaves nothing to refresh (S2).
        guards: [
          ...plan.guards,
          ...(isEvicted ? [] : [unchanged(original)]),
          unchanged(credential),
          before(original.value.expiresAt)
        ]
      }
    }
    return finished
  })
})
