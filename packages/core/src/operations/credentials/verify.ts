import { Effect, Result, Schema } from "effect"
import { brandingOf } from "../../model/EmbeddedWalletConfig.ts"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import { type CredentialId, PublicKey, type RequestId, SessionId } from "../../model/ids.ts"
import type { AssertionEvidence } from "../../ports/Passkeys.ts"
import { freshId } from "../../ports/Secrets.ts"
import { configOf, walletConfigOf } from "../../rules/config/PlatformConfig.ts"
import {
  CredentialNotFound,
  CredentialTypeDiffers,
  credentials,
  requireNotSuspended,
  usedValues
} from "../../rules/credentials/Credential.ts"
import type { KindReads, Proven } from "../../rules/credentials/Kind.ts"
import { CredentialType, credentialTypeOf, kinds } from "../../rules/credentials/kinds/index.ts"
import type { StoredHead } from "../../rules/receipts/Receipt.ts"
import { issuersOf } from "../../rules/settings/PlatformSettings.ts"
import * as SignedRequest from "../../rules/signed-requests/SignedRequest.ts"
import type { Json } from "../../store/Collection.ts"
import { combined, noChanges, replace, unchanged, type Write } from "../../store/plans.ts"
import { byId, type FoundOf, load, type Stored } from "../../store/records.ts"
import type { FieldOf } from "../../store/Store.ts"
import { isLate, isTaken } from "../isTaken.ts"
import type { CheckedBy, Leg, PreparedBy } from "../operation.ts"
import { headRef, proofOfAssertion, requestAuthorised } from "../receipts/receiptPlan.ts"
import { issueSessionKey, type OpenedSession, openingReads, openSession } from "../sessions/open.ts"
import type {
  Challenged,
  Finished,
  FirstLeg,
  Immediate,
  RetryHeaders,
  SecondLeg
} from "../signed-requests/SignedOperation.ts"
import { signedRetry } from "../signed-requests/signedRetry.ts"
import { type AwaitedLogin, awaitedLogin } from "./passkeyLogin.ts"

export interface VerifyCommand {
  readonly credentialId: CredentialId
  /** The request body of the kind being verified. */
  readonly submission: { readonly type: CredentialType; readonly [field: string]: Json }
}

/**
 * Verifies a proof of identity and opens a session. For kinds that need only one call, a stamp is ignored. For kinds
 * with a challenge, the request id names that challenge.
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

/** The records needed to verify a proof, and of an assertion the login that awaits it. */
const proofReads = ({ awaited, credentialId, submission }: Verify, environment: EnvironmentKey) => ({
  credential: byId(credentials, environment, credentialId),
  kept: keptReads(submission.type, credentialId, environment),
  login: awaited === undefined ? undefined : byId(SignedRequest.signedRequests, environment, awaited)
})

/** No proof concerns the queued mail. */
const keptReads = (type: CredentialType, credentialId: CredentialId, environment: EnvironmentKey): KindReads => ({
  ...kinds[type].reads(environment, credentialId),
  mail: undefined
})

const isSigned = (type: CredentialType) => kinds[type].proof === "verify, sign"

// A proof that still needs a signature opens no session, and no setting decides it. A passkey assertion leaves a receipt.
const readsToBegin = (command: Verify, environment: EnvironmentKey) => {
  const isOpening = !isSigned(command.submission.type)
  return {
    ...proofReads(command, environment),
    head: command.awaited === undefined ? undefined : headRef(environment, accountOf(command.credentialId)),
    opening: isOpening ? openingReads(environment, accountOf(command.credentialId)) : undefined
  }
}
const readsToFinish = ({ credentialId, submission }: Verify, environment: EnvironmentKey) => ({
  credential: byId(credentials, environment, credentialId),
  kept: keptReads(submission.type, credentialId, environment),
  ...openingReads(environment, accountOf(credentialId))
})

/** The notice of a lock needs the platform's mail settings. */
const moreReads = ({
  command: { submission },
  environment,
  found: { kept: stored },
  policy
}: Leg<Verify, FoundOf<ReturnType<typeof readsToBegin>>>) =>
  load({ config: kinds[submission.type].mayLock(stored, policy) ? configOf(environment) : undefined })
type BeginLeg = Leg<Verify, FoundOf<ReturnType<typeof readsToBegin>> & Effect.Success<ReturnType<typeof moreReads>>> &
  FirstLeg
type FinishLeg = Leg<Verify, FoundOf<ReturnType<typeof readsToFinish>>> & SecondLeg<typeof Intent.Type>

export const check = ({
  at,
  command,
  expiresAt,
  found: { credential, kept: stored, login: request, opening }
}: BeginLeg) =>
  Result.gen(function* () {
    if (credential === undefined) return yield* Result.fail(new CredentialNotFound())
    const { credentialId, type } = credential.value
    const { awaited, submission } = command
    if (type !== submission.type) return yield* Result.fail(new CredentialTypeDiffers({ expected: type }))
    yield* requireNotSuspended(credential.value)
    const login = yield* awaitedLogin(credentialId, awaited, request, at)
    const terms = { at, expiresAt, awaited: login?.awaited, issuers: issuersOf(opening?.settings) }
    const inquiry = yield* kinds[submission.type].verify(credential.value, stored, submission, terms)
    return { inputs: inquiry.inputs, inquiry, credential, login }
  })

const prepare = Effect.fnUntraced(function* ({
  checked: { inquiry }
}: {
  readonly checked: Pick<CheckedBy<typeof check>, "inquiry">
}) {
  const proven = yield* inquiry.answer
  const key = inquiry.opensFor === undefined ? undefined : yield* issueSessionKey(inquiry.opensFor)
  return { proven, key, sessionId: yield* freshId("Session") }
})

export const begin = (
  leg: BeginLeg & {
    readonly checked: Pick<CheckedBy<typeof check>, "credential" | "login">
    readonly prepared: PreparedBy<typeof prepare>
  }
) => {
  const { at, checked, found, policy, prepared, requestId } = leg
  const { credential, login } = checked
  const { accountId, credentialId, type } = credential.value
  const branding = brandingOf(walletConfigOf(found.config))
  return Result.gen(function* () {
    const proven: Proven = yield* prepared.proven({ credential, kept: found.kept, policy, branding, requestId, at })
    const { key, sessionId } = prepared
    if (proven._tag === "SignFirst") {
      const { activity, plan, publicKey } = proven
      const waiting: Challenged<typeof Intent.Type> = {
        _tag: "Challenged",
        ...plan,
        accountId,
        credentialType: type,
        signer: { _tag: "KeyHolder", publicKey },
        activity,
        intent: { credentialType: credentialTypeOf(type), credentialId, publicKey, sessionId }
      }
      return waiting
    }
    if (key === undefined || found.opening === undefined)
      throw new Error("verifyCredential: no client key to open a session for")
    const { encryptedSessionSigningKey, publicKey } = key
    const opening = { sessionId, credential: proven.credential, publicKey }
    const { plan, session } = yield* openSession(opening, found.opening, leg)
    // The credential is written even if unchanged: of two concurrent proofs with the same counter, the second
    // conflicts, retries and fails.
    const written = { changes: [replace(credential, proven.credential, at)], guards: [] }
    const { plan: consumed, receipts } = yield* consumeLogin(login, proven.evidence, credentialId, found.head, at)
    const opened: Immediate<OpenedSession> = {
      _tag: "Immediate",
      reply: { session, encryptedSessionSigningKey },
      ...combined(plan, proven.plan, written, consumed),
      receipts
    }
    return opened
  })
}

/** The assertion that opens the session consumes the pending login and leaves a receipt. */
const consumeLogin = (
  login: AwaitedLogin | undefined,
  evidence: AssertionEvidence | undefined,
  credentialId: CredentialId,
  head: Stored<StoredHead> | undefined,
  at: Millis
) => {
  if (login === undefined) return Result.succeed({ plan: noChanges, receipts: [] })
  if (evidence === undefined) throw new Error("verifyCredential: a login is pending, but there is no assertion")
  const authorised = requestAuthorised(login.request, proofOfAssertion(evidence), { credentialId })
  const receipts = [{ authorised, chain: { accountId: login.request.accountId, head, at } }]
  return Result.map(login.consume(evidence), (plan) => ({ plan, receipts }))
}

export const finish = (leg: FinishLeg) =>
  Result.gen(function* () {
    const { at, found, intent, requestId } = leg
    const { credential } = found
    if (credential === undefined) return yield* Result.fail(new CredentialNotFound())
    yield* requireNotSuspended(credential.value)
    const kindPlan: Write = yield* kinds[intent.credentialType].finish(found.kept, requestId, at)
    const { plan, session } = yield* openSession({ ...intent, credential: credential.value }, found, leg)
    const finished: Finished<OpenedSession> = {
      reply: { session, encryptedSessionSigningKey: undefined },
      by: { credentialId: credential.value.credentialId },
      ...combined(plan, kindPlan, { changes: [], guards: [unchanged(credential)] })
    }
    return finished
  })

const verify = signedRetry({
  name: "VerifyCredential",
  call: ({ credentialId, submission }: Verify) => ({
    method: "POST",
    path: `/auth/credentials/${credentialId}/verify`,
    body: submission
  }),
  intent: Schema.toCodecJson(Intent),
  // An assertion is verified on loaded rows: its reads by index are never cached.
  begin: { reads: readsToBegin, moreReads, mayReadRecent: true, check, prepare, decide: begin },
  finish: { reads: readsToFinish, decide: finish },
  lost: (conflict, { submission }) => {
    const kind = kinds[submission.type]
    if (isTaken(usedValues)(conflict)) return kind.replayed("taken")
    return isLate(conflict) ? kind.replayed("late") : undefined
  }
})
