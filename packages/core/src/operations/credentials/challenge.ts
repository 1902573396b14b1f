import { passkeyChallenge } from "@countersign/wire"
import { Clock, Effect } from "effect"
import { configOf, walletConfigOf } from "../../config/walletConfig.ts"
import { type Credential, credentials } from "../../credentials/Credential.ts"
import type { Challenged } from "../../credentials/Kind.ts"
import { kinds } from "../../credentials/kinds/index.ts"
import { CredentialNotFound } from "../../credentials/refusals.ts"
import { spentOnce } from "../../limits/spentOnce.ts"
import { type EnvironmentKey, environmentKey } from "../../model/Environment.ts"
import type { CredentialId } from "../../model/ids.ts"
import type { Millis } from "../../model/time.ts"
import type { Json } from "../../ports/Collection.ts"
import { CurrentEnvironment } from "../../ports/CurrentEnvironment.ts"
import { again, before, byId, commit, insert, load, unchanged } from "../../ports/records.ts"
import * as Session from "../../sessions/Session.ts"
import * as SignedRequest from "../../signed-requests/SignedRequest.ts"
import { activeRef } from "../sessions/open.ts"
import { beginPasskeyLogin } from "./passkeyLogin.ts"

/** What a challenge is answered with: a bundle to seal a code to, or a challenge for an authenticator. */
export type ChallengeReply = { readonly credential: Credential } & (
  | { readonly _tag: "CodeIssued"; readonly otpEncryptionTargetBundle: string }
  | {
      readonly _tag: "AssertionAwaited"
      readonly credentialId: string
      readonly challenge: string
      readonly request: SignedRequest.Pending
    }
)

/** Starts a login with a credential. Of codes, whatever an earlier challenge issued is dead from here on. */
export const challengeCredential = Effect.fnUntraced(function* (credentialId: CredentialId, clientPublicKey?: Json) {
  return yield* spentOnce(again(challengeOnce(credentialId, clientPublicKey)))
})

const challengeOnce = Effect.fnUntraced(function* (credentialId: CredentialId, clientPublicKey: Json | undefined) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const credentialRef = byId(credentials, environment, credentialId)
  const kindReads = Object.values(kinds).flatMap((kind) => kind.reads(environment, credentialId))
  const found = yield* load([credentialRef, configOf(environment), ...kindReads])
  const credential = found.one(credentialRef)
  if (credential === undefined) return yield* new CredentialNotFound()

  const at = yield* Clock.currentTimeMillis
  const otherSession = lockLifter(environment, credential.value, at)
  const terms = { at, clientPublicKey, otherSession, config: walletConfigOf(found, environment) }
  const challenged: Challenged = yield* kinds[credential.value.type].challenge(credential, found, terms)
  if (challenged._tag === "CodeIssued") {
    const { otpEncryptionTargetBundle, plan } = challenged
    yield* commit({ changes: plan.changes, guards: [unchanged(credential), ...plan.guards] })
    const issued: ChallengeReply = { _tag: "CodeIssued", credential: credential.value, otpEncryptionTargetBundle }
    return issued
  }
  const request = yield* beginPasskeyLogin(credential, challenged.clientPublicKey, at)
  yield* commit({
    changes: [insert(SignedRequest.signedRequests, environment, request, at)],
    guards: [unchanged(credential)]
  })
  const { challenge } = passkeyChallenge(request.payload)
  const { credentialId: id } = challenged
  const awaited: ChallengeReply = {
    _tag: "AssertionAwaited",
    credential: credential.value,
    credentialId: id,
    challenge,
    request
  }
  return awaited
})

/** The guards of an active session that another credential of the account opened: it lifts a lock of this one. */
const lockLifter = Effect.fnUntraced(function* (
  environment: EnvironmentKey,
  { accountId, credentialId }: Credential,
  at: Millis
) {
  const active = activeRef(environment, accountId)
  const found = yield* load([active])
  const other = found
    .all(active)
    .find(({ value }) => value.credentialId !== credentialId && Session.asOf(value, at)._tag === "Active")
  return other === undefined ? undefined : [unchanged(other), before(other.value.expiresAt)]
})
