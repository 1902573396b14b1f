import { Effect, Result, Schema } from "effect"
import type { AccountSuspended } from "../../model/accountState.ts"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { PublicKey, SessionId } from "../../model/ids.ts"
import { freshId } from "../../ports/Secrets.ts"
import { requireEnabled, requireStepUp } from "../../rules/access/evaluate.ts"
import type { CredentialTypeDisabled } from "../../rules/access/refusals.ts"
import { credentials } from "../../rules/credentials/Credential.ts"
import * as Session from "../../rules/sessions/Session.ts"
import { SessionNotFound } from "../../rules/sessions/Session.ts"
import type { ClientInfo } from "../../rules/sessions/SessionClient.ts"
import { before, noChanges, unchanged } from "../../store/plans.ts"
import { byId, type FoundOf, firstBy } from "../../store/records.ts"
import type { CheckedBy, Leg, PreparedBy } from "../operation.ts"
import type { Challenged, Finished, Governed, SecondLeg } from "../signed-requests/SignedOperation.ts"
import { signedRetry } from "../signed-requests/signedRetry.ts"
import {
  accountOfSession,
  accountReads,
  clientToStore,
  issueSessionKey,
  type OpenedSession,
  openSession,
  walletRef
} from "./open.ts"

export interface RefreshSessionCommand {
  readonly sessionId: SessionId
  readonly clientPublicKey: string
  /** The device, as the host passes it. Stored if the policy retains it. */
  readonly client?: ClientInfo | undefined
}

const Intent = Schema.Struct({ sessionId: SessionId, signedBy: PublicKey, clientPublicKey: Schema.String })
type Intent = typeof Intent.Type

const NAME = "RefreshSession"

const readsToBegin = ({ sessionId }: RefreshSessionCommand, environment: EnvironmentKey) => ({
  session: byId(Session.sessions, environment, sessionId)
})
const readsToFinish = (command: RefreshSessionCommand, environment: EnvironmentKey) => ({
  ...readsToBegin(command, environment),
  credential: firstBy(credentials, environment, "credential", [
    { ...accountOfSession(command.sessionId), field: "credentialId" }
  ]),
  ...accountReads(environment, accountOfSession(command.sessionId))
})
type FoundFirst = FoundOf<ReturnType<typeof readsToBegin>>
type Found = FoundOf<ReturnType<typeof readsToFinish>>

export const begin = ({
  access,
  at,
  command: { clientPublicKey, sessionId },
  found
}: Leg<RefreshSessionCommand, FoundFirst> & Governed) =>
  Result.gen(function* () {
    const { accountId, credentialType, publicKey } = yield* Session.active(found.session?.value, at)
    yield* requireEnabled(access, credentialType)
    const waiting: Challenged<Intent> = {
      _tag: "Challenged",
      ...noChanges,
      accountId,
      credentialType,
      signer: { _tag: "KeyHolder", publicKey },
      activity: {
        type: "ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2",
        parameters: { targetPublicKey: clientPublicKey }
      },
      intent: { sessionId, signedBy: publicKey, clientPublicKey }
    }
    return waiting
  })

export const check = ({
  access,
  at,
  found: { credential, session }
}: Leg<RefreshSessionCommand, Found> & SecondLeg<Intent>) =>
  Result.gen(function* () {
    const { familySince } = yield* Session.active(session?.value, at)
    if (session === undefined || credential === undefined) return yield* Result.fail(new SessionNotFound())
    // The refreshed session signs, not another one with its key.
    yield* requireStepUp(access, { name: NAME }, [session], at)
    return { original: session, credential, familySince }
  })

const prepare = Effect.fnUntraced(function* ({
  command: { client },
  intent,
  policy
}: Pick<Leg<RefreshSessionCommand, Found>, "command" | "policy"> & SecondLeg<Intent>) {
  const key = yield* issueSessionKey(intent.clientPublicKey)
  const sessionId = yield* freshId("Session")
  const sealed = client === undefined ? undefined : yield* clientToStore(sessionId, client, policy)
  return { key, sessionId, client: sealed }
})

export const finish = (
  leg: Leg<RefreshSessionCommand, Found> &
    Governed & {
      readonly checked: CheckedBy<typeof check>
      readonly prepared: PreparedBy<typeof prepare>
    }
): Result.Result<Finished<OpenedSession>, AccountSuspended | CredentialTypeDisabled> => {
  const { credential, familySince, original } = leg.checked
  const { client, key, sessionId } = leg.prepared
  const { encryptedSessionSigningKey, publicKey } = key
  const opening = { sessionId, credential: credential.value, publicKey, familySince, client }
  return Result.map(openSession(opening, leg.found, leg), ({ plan, session }) => {
    const isEvicted = plan.changes.some(({ collection, id }) => collection.name === "sessions" && id === original.id)
    return {
      reply: { session, encryptedSessionSigningKey },
      by: { sessionId: original.value.sessionId, credentialId: original.value.credentialId },
      changes: plan.changes,
      // A revocation that commits first makes this commit conflict (S2).
      guards: [
        ...plan.guards,
        ...(isEvicted ? [] : [unchanged(original)]),
        unchanged(credential),
        before(original.value.expiresAt)
      ]
    }
  })
}

/**
 * Opens a new session in the family of an active one, for a client key that both legs name. Only the refreshed
 * session's own key may sign. The refreshed session stays active until it expires.
 */
export const refreshSession = signedRetry({
  name: NAME,
  call: ({ clientPublicKey, sessionId }: RefreshSessionCommand) => ({
    method: "POST",
    path: `/auth/sessions/${sessionId}/refresh`,
    body: { clientPublicKey }
  }),
  wallets: ({ sessionId }, environment) => walletRef(environment, accountOfSession(sessionId)),
  intent: Schema.toCodecJson(Intent),
  begin: { reads: readsToBegin, mayReadRecent: true, decide: begin },
  finish: { reads: readsToFinish, check, prepare, decide: finish }
})
