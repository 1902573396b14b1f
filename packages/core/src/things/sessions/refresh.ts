import { Effect, Result, Schema } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { PublicKey, SessionId } from "../../model/ids.ts"
import { freshId } from "../../ports/Secrets.ts"
import { begins, finishes } from "../../steps/legs.ts"
import { byOf } from "../../steps/receiptPlan.ts"
import { challenged, type Finished } from "../../steps/SignedOperation.ts"
import { signedRetry } from "../../steps/signedRetry.ts"
import { before, unchanged } from "../../store/plans.ts"
import { byId, firstBy } from "../../store/records.ts"
import { requireEnabled, requireStepUp } from "../access/rules/evaluate.ts"
import { walletRef } from "../accounts/wallets.ts"
import { credentials } from "../credentials/rules/Credential.ts"
import {
  accountOfSession,
  accountReads,
  clientToStore,
  issueSessionKey,
  type OpenedSession,
  openSession
} from "./open.ts"
import * as Session from "./rules/Session.ts"
import type { ClientInfo } from "./rules/SessionClient.ts"

export interface RefreshSessionCommand {
  readonly sessionId: SessionId
  readonly clientPublicKey: string
  /** The device, as the host passes it. Stored if the policy retains it. */
  readonly client?: ClientInfo | undefined
}

const Intent = Schema.Struct({ sessionId: SessionId, signedBy: PublicKey, clientPublicKey: Schema.String })

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

/**
 * Opens a new session in the family of an active one, for a client key that both legs name. Only the refreshed
 * session's own key may sign. The refreshed session stays active until it expires.
 */
export const refreshSession = signedRetry({
  name: NAME,
  call: ({ clientPublicKey, sessionId }) => ({
    method: "POST",
    path: `/auth/sessions/${sessionId}/refresh`,
    body: { clientPublicKey }
  }),
  wallets: ({ sessionId }, environment) => walletRef(environment, accountOfSession(sessionId)),
  account: ({ sessionId }) => accountOfSession(sessionId),
  begin: begins(readsToBegin, { mayReadRecent: true }).decide(function askToRefresh({ access, at, command, found }) {
    const { clientPublicKey, sessionId } = command
    return Result.gen(function* () {
      const { accountId, credentialType, publicKey } = yield* Session.active(found.session?.value, at)
      yield* requireEnabled(access, credentialType)
      return challenged({
        accountId,
        credentialType,
        signer: { _tag: "KeyHolder", publicKey },
        activity: {
          type: "ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2",
          parameters: { targetPublicKey: clientPublicKey }
        },
        intent: { sessionId, signedBy: publicKey, clientPublicKey }
      })
    })
  }),
  finish: finishes(Intent, readsToFinish)
    .check(function refreshable({ access, at, found: { credential, session } }) {
      return Result.gen(function* () {
        const { familySince } = yield* Session.active(session?.value, at)
        if (session === undefined || credential === undefined) return yield* Result.fail(new Session.SessionNotFound())
        // The refreshed session signs, not another one with its key.
        yield* requireStepUp(access, { name: NAME }, [session], at)
        return { original: session, credential, familySince }
      })
    })
    .prepare(
      Effect.fnUntraced(function* drawKey({ command: { client }, intent, policy }) {
        const key = yield* issueSessionKey(intent.clientPublicKey)
        const sessionId = yield* freshId("Session")
        const sealed = client === undefined ? undefined : yield* clientToStore(sessionId, client, policy)
        return { key, sessionId, client: sealed }
      })
    )
    .decide(function refresh(leg) {
      const { credential, familySince, original } = leg.checked
      const { client, key, sessionId } = leg.prepared
      const { encryptedSessionSigningKey, publicKey } = key
      const opening = { sessionId, credential: credential.value, publicKey, familySince, client }
      return Result.map(openSession(opening, leg.found, leg), ({ plan, session }): Finished<OpenedSession> => {
        const isEvicted = plan.changes.some(
          ({ collection, id }) => collection.name === "sessions" && id === original.id
        )
        return {
          reply: { session, encryptedSessionSigningKey },
          by: byOf(original),
          changes: plan.changes,
          // A revocation that commits first makes this commit conflict (S2).
          guards: [...(isEvicted ? [] : [unchanged(original)]), unchanged(credential), before(original.value.expiresAt)]
        }
      })
    })
})
