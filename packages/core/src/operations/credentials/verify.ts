import { Effect, type Result, Schema } from "effect"
import { configOf, walletConfigOf } from "../../config/walletConfig.ts"
import { credentials } from "../../credentials/Credential.ts"
import type { Proven } from "../../credentials/Kind.ts"
import type { OtpSuperseded } from "../../credentials/kinds/email-otp/refusals.ts"
import { kinds } from "../../credentials/kinds/index.ts"
import { CredentialNotFound, CredentialTypeDiffers } from "../../credentials/refusals.ts"
import { spent } from "../../credentials/spent.ts"
import { CredentialType } from "../../model/CredentialType.ts"
import { brandingOf } from "../../model/EmbeddedWalletConfig.ts"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { type CredentialId, PublicKey, type RequestId, SessionId } from "../../model/ids.ts"
import type { Json } from "../../ports/Collection.ts"
import type { PasskeyAssertion } from "../../ports/Passkeys.ts"
import { byId, joined, load, type Plan, replace, unchanged } from "../../ports/records.ts"
import { freshId } from "../../ports/Secrets.ts"
import type { FieldOf } from "../../ports/Store.ts"
import * as SignedRequest from "../../signed-requests/SignedRequest.ts"
import { Signer } from "../../signed-requests/Signer.ts"
import { isLate, isTaken } from "../isTaken.ts"
import { headRef, proofOfAssertion, requestAuthorised, withReceipt } from "../receipts/receiptPlan.ts"
import { accountReads, issueSessionKey, type OpenedSession, openSession } from "../sessions/open.ts"
import type { FirstLeg, Immediate, RetryHeaders, SecondLeg } from "../signed-requests/SignedOperation.ts"
import { signedRetry } from "../signed-requests/signedRetry.ts"
import { type AwaitedLogin, awaitedLogin } from "./passkeyLogin.ts"

export interface VerifyCommand {
  readonly credentialId: CredentialId
  /** A body that the submission of some kind takes. */
  readonly submission: { readonly type: CredentialType; readonly [field: string]: Json }
}

/**
 * Proves identity with a credential and opens a session. Where one call proves it a stamp is ignored, and where a
 * challenge came before, the request id names that challenge.
 */
export const verifyCredential = (command: VerifyCommand, headers: RetryHeaders) => {
  const { proof } = kinds[command.submission.type]
  const awaited = proof === "challenge, verify" ? headers.requestId : undefined
  return verify({ ...command, awaited }, proof === "verify, sign" ? headers : {})
}

interface Verify extends VerifyCommand {
  readonly awaited: RequestId | undefined
}

const Intent = Schema.Struct({
  credentialType: CredentialType,
  credentialId: Schema.String,
  publicKey: PublicKey,
  sessionId: SessionId
})

const accountOf = (credentialId: string): FieldOf => ({ collection: credentials, id: credentialId, field: "accountId" })

/** What a proof is judged by. */
const proofReads = ({ awaited, credentialId, submission }: Verify, environment: EnvironmentKey) => [
  byId(credentials, environment, credentialId),
  ...kinds[submission.type].reads(environment, credentialId),
  ...(awaited === undefined ? [] : [byId(SignedRequest.signedRequests, environment, awaited)])
]

const verify = signedRetry({
  name: "VerifyCredential",
  call: ({ credentialId, submission }: Verify) => ({
    method: "POST",
    path: `/auth/credentials/${credentialId}/verify`,
    body: submission
  }),
  reads: (command, environment) => [
    ...proofReads(command, environment),
    ...accountReads(environment, accountOf(command.credentialId))
  ],
  // A proof that is to be signed opens no session yet; one that was asserted leaves a receipt.
  readsToBegin: (command, environment) => [
    ...proofReads(command, environment),
    ...(command.awaited === undefined ? [] : [headRef(environment, accountOf(command.credentialId))]),
    ...(kinds[command.submission.type].proof === "verify, sign"
      ? []
      : accountReads(environment, accountOf(command.credentialId)))
  ],
  intent: Schema.toCodecJson(Intent),
  begin: Effect.fnUntraced(function* (leg: FirstLeg<Verify>) {
    const { command, environment, found } = leg
    const credential = found.one(byId(credentials, environment, command.credentialId))
    if (credential === undefined) return yield* new CredentialNotFound()
    const { accountId, credentialId, type } = credential.value
    if (type !== command.submission.type) return yield* new CredentialTypeDiffers({ expected: type })

    const login = yield* Effect.fromResult(awaitedLogin(leg, command.awaited))
    const proven: Proven = yield* kinds[type].verify(credential, found, command.submission, {
      ...leg,
      branding: Effect.map(load([configOf(environment)]), (read) => brandingOf(walletConfigOf(read, environment))),
      awaited: login?.awaited
    })
    if (proven._tag === "SignFirst") {
      return {
        _tag: "Begun" as const,
        accountId,
        credentialType: type,
        signer: Signer.cases.KeyHolder.make({ publicKey: proven.publicKey }),
        activity: proven.activity,
        plan: proven.plan,
        intent: {
          credentialType: type,
          credentialId,
          publicKey: proven.publicKey,
          sessionId: yield* freshId("Session")
        }
      }
    }
    const key = yield* issueSessionKey(proven.clientPublicKey)
    const opening = { ...leg, accountSpelling: accountOf(credentialId), credential: proven.credential, ...key }
    const { plan, session } = yield* openSession({ ...opening, sessionId: yield* freshId("Session") }, leg.at)
    const opened: Immediate<OpenedSession> = {
      _tag: "Immediate",
      reply: { session, encryptedSessionSigningKey: key.encryptedSessionSigningKey },
      // The credential is written as the proof left it: of two proofs by one counter, the second starts over and fails.
      plan: yield* loggedIn(
        joined(plan, proven.plan, { changes: [replace(credential, proven.credential, leg.at)], guards: [] }),
        login,
        proven.assertion,
        leg
      )
    }
    return opened
  }),
  finish: Effect.fnUntraced(function* ({ at, environment, found, intent, requestId }: SecondLeg<typeof Intent.Type>) {
    const credential = found.one(byId(credentials, environment, intent.credentialId))
    if (credential === undefined) return yield* new CredentialNotFound()
    const kept: Result.Result<Plan, OtpSuperseded> = kinds[intent.credentialType].finish(
      credential,
      found,
      requestId,
      at
    )
    const kindPlan = yield* Effect.fromResult(kept)
    const accountSpelling = accountOf(credential.id)
    const opening = { ...intent, environment, found, accountSpelling, credential: credential.value }
    const { plan, session } = yield* openSession(opening, at)
    const reply: OpenedSession = { session, encryptedSessionSigningKey: undefined }
    return {
      reply,
      by: { credentialId: credential.value.credentialId },
      plan: joined(plan, kindPlan, { changes: [], guards: [unchanged(credential)] })
    }
  }),
  lost: (conflict, { submission }) => {
    const kind = kinds[submission.type]
    if (isTaken(spent)(conflict)) return kind.replayed("taken")
    return isLate(conflict) ? kind.replayed("late") : undefined
  }
})

/** A login that was awaited is used up by what opens its session, which leaves a receipt. */
const loggedIn = Effect.fnUntraced(function* (
  opening: Plan,
  login: AwaitedLogin | undefined,
  assertion: PasskeyAssertion | undefined,
  { at, command, environment, found }: FirstLeg<Verify>
) {
  if (login === undefined) return opening
  if (assertion === undefined) throw new Error("verifyCredential: a login was awaited, and nothing was asserted")
  const { credentialId } = command
  const authorised = requestAuthorised(login.request, proofOfAssertion(assertion), { credentialId })
  const head = found.one(headRef(environment, accountOf(credentialId)))
  return yield* withReceipt(joined(opening, login.plan), authorised, { accountId: login.request.accountId, head, at })
})
