import { Effect, Result, Schema } from "effect"
import { brandingOf } from "../../model/EmbeddedWalletConfig.ts"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { type CredentialId, PublicKey, type RequestId, SessionId } from "../../model/ids.ts"
import { freshId } from "../../ports/Secrets.ts"
import { isLate, isTaken } from "../../steps/isTaken.ts"
import type { Call, Leg } from "../../steps/Leg.ts"
import { begins, finishes } from "../../steps/legs.ts"
import { assertedPlan } from "../../steps/pendingRequest.ts"
import { headRef, proofOfAssertion, requestAuthorised } from "../../steps/receiptPlan.ts"
import { challenged, type Finished, type Immediate, type RetryHeaders } from "../../steps/SignedOperation.ts"
import { callOf, signedRetry } from "../../steps/signedRetry.ts"
import type { Json } from "../../store/Collection.ts"
import { combined, noChanges, replace } from "../../store/plans.ts"
import { byId, load, type Stored } from "../../store/records.ts"
import { requireEnabled } from "../access/rules/evaluate.ts"
import { walletRef } from "../accounts/wallets.ts"
import { configOf, walletConfigOf } from "../platforms/rules/PlatformConfig.ts"
import { recorded } from "../receipts/rules/Activity.ts"
import type { Authorised } from "../receipts/rules/chain.ts"
import { named } from "../receipts/rules/Details.ts"
import {
  accountOfCredential,
  accountReads,
  clientToStore,
  issueSessionKey,
  type OpenedSession,
  openSession
} from "../sessions/open.ts"
import type { ClientInfo } from "../sessions/rules/SessionClient.ts"
import { issuersOf, settingsOf } from "../settings/rules/PlatformSettings.ts"
import * as SignedRequest from "../signed-requests/rules/SignedRequest.ts"
import { CredentialType, credentialTypeOf, kinds } from "./kinds/index.ts"
import type { KindReads, Proven } from "./kinds/Kind.ts"
import { type AwaitedLogin, awaitedLogin, type ChallengedVisitor } from "./passkeyLogin.ts"
import { type Kin, loadKin, loadResting, returnPlan } from "./resting.ts"
import * as Credential from "./rules/Credential.ts"

export interface VerifyCommand {
  readonly credentialId: CredentialId
  /** The request body of the kind being verified. */
  readonly submission: { readonly type: CredentialType; readonly [field: string]: Json }
  /** The device, as the host passes it. Stored if the policy retains it. */
  readonly client?: ClientInfo | undefined
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
  readonly visitor?: ChallengedVisitor
  readonly isConsumed?: true
}

const Intent = Schema.Struct({
  credentialType: CredentialType,
  credentialId: Schema.String,
  publicKey: PublicKey,
  sessionId: SessionId
})

/** The records needed to verify a proof. None concerns the queued mail. */
const proofReads = ({ credentialId, submission }: Verify, environment: EnvironmentKey) => {
  const kept: KindReads = { ...kinds[submission.type].reads(environment, credentialId), mail: undefined }
  return { credential: byId(Credential.credentials, environment, credentialId), kept }
}

const verifyCall = ({ credentialId, submission }: VerifyCommand) => ({
  method: "POST",
  path: `/auth/credentials/${credentialId}/verify`,
  body: submission
})

// A proof that still needs a signature opens no session and leaves no receipt. An assertion has a login that awaits it.
const readsToBegin = (command: Verify, environment: EnvironmentKey) => {
  const { awaited, credentialId, submission } = command
  const isOpening = kinds[submission.type].proof !== "verify, sign"
  return {
    ...proofReads(command, environment),
    login: awaited === undefined ? undefined : byId(SignedRequest.signedRequests, environment, awaited),
    head: isOpening ? headRef(environment, accountOfCredential(credentialId)) : undefined,
    opening: isOpening ? accountReads(environment, accountOfCredential(credentialId)) : undefined
  }
}
const readsToFinish = (command: Verify, environment: EnvironmentKey) => ({
  ...proofReads(command, environment),
  opening: accountReads(environment, accountOfCredential(command.credentialId))
})

/** In place of a credential that is not there, one that rests, with its kin. */
const loadProven = Effect.fnUntraced(function* <Opening>({
  at,
  command: { credentialId },
  environment,
  found: { credential: known, opening }
}: Leg<Verify, { readonly credential: Stored<Credential.Credential> | undefined; readonly opening: Opening }>) {
  const resting = known === undefined ? yield* loadResting(environment, credentialId, at) : undefined
  if (resting === undefined) return { credential: known, opening, kin: undefined }
  const kin = yield* loadKin(environment, resting.value.accountId)
  return { credential: resting, opening: kin, kin }
})

export const verify = signedRetry({
  name: "VerifyCredential",
  call: verifyCall,
  wallets: ({ credentialId }, environment) => walletRef(environment, accountOfCredential(credentialId)),
  // An assertion is verified on loaded rows: its reads by index are never cached.
  begin: begins(readsToBegin, { mayReadRecent: true })
    // The notice of a lock needs the platform's mail settings.
    .more(
      Effect.fnUntraced(function* loadMore(leg) {
        const { command, environment, found, policy } = leg
        const mayLock = kinds[command.submission.type].mayLock(found.kept, policy)
        const { config } = yield* load({ config: mayLock ? configOf(environment) : undefined })
        const { credential, opening } = found
        const proven = credential === undefined ? yield* loadProven(leg) : { credential, opening, kin: undefined }
        return { ...proven, config, head: found.head ?? proven.kin?.head }
      })
    )
    .check(function provable(leg) {
      const { access, at, command, expiresAt, found, settings } = leg
      const { credential, kept: stored, login: request } = found
      return Result.gen(function* () {
        if (credential === undefined) return yield* Result.fail(new Credential.CredentialNotFound())
        const { type } = credential.value
        const { submission } = command
        if (type !== submission.type)
          return yield* Result.fail(new Credential.CredentialTypeDiffers({ expected: type }))
        yield* Credential.requireNotSuspended(credential.value)
        yield* requireEnabled(access, type)
        const login = yield* awaitedLogin(credential.value, command, request, leg)
        const relyingParties = settingsOf(settings).passkeys
        const { isConsumed } = command
        const issuers = issuersOf(settings)
        const terms = { at, expiresAt, awaited: login?.awaited, isConsumed, issuers, relyingParties }
        const inquiry = yield* kinds[submission.type].verify(credential.value, stored, submission, terms)
        return { inputs: inquiry.inputs, inquiry, credential, login }
      })
    })
    .prepare(
      Effect.fnUntraced(function* verifyProof({ checked: { inquiry }, command: { client }, policy }) {
        const proven = yield* inquiry.answer
        const key = inquiry.opensFor === undefined ? undefined : yield* issueSessionKey(inquiry.opensFor)
        const sessionId = yield* freshId("Session")
        // Most logins have no device to store, and take no further step.
        const sealed =
          client === undefined || key === undefined ? undefined : yield* clientToStore(sessionId, client, policy)
        return { proven, key, sessionId, client: sealed }
      })
    )
    .decide(function openOrAsk(leg) {
      const { at, checked, found, policy, prepared, requestId } = leg
      const { credential, login } = checked
      const { accountId, credentialId, type } = credential.value
      const branding = brandingOf(walletConfigOf(found.config))
      return Result.gen(function* () {
        const onLock = [recorded({ type: "CREDENTIAL_LOCKED", accountId, credentialId, at }, policy)]
        const round = { credential, kept: found.kept, policy, branding, onLock, requestId, at }
        const proven: Proven = yield* prepared.proven(round)
        if (proven._tag === "SignFirst") {
          const { activity, plan, publicKey } = proven
          return challenged({
            ...plan,
            accountId,
            credentialType: type,
            signer: { _tag: "KeyHolder", publicKey },
            activity,
            intent: { credentialType: credentialTypeOf(type), credentialId, publicKey, sessionId: prepared.sessionId }
          })
        }
        const { client, key, sessionId } = prepared
        const { kin, opening } = found
        if (key === undefined || opening === undefined)
          throw new Error("verifyCredential: no client key to open a session for")
        const { encryptedSessionSigningKey, publicKey } = key
        const { plan, session } = yield* openedBy(
          credential,
          proven,
          { sessionId, publicKey, client },
          { kin, opening },
          leg
        )
        const { authorised, plan: consumed } = yield* consumeLogin(login, proven, leg)
        const chain = { accountId, head: found.head, at }
        const opened: Immediate<OpenedSession> = {
          _tag: "Immediate",
          reply: { session, encryptedSessionSigningKey, customerId: opening.account?.value.customerId ?? null },
          ...combined(plan, consumed),
          receipts: authorised === undefined ? [] : [{ authorised, chain, details: named(credential.value) }]
        }
        return opened
      })
    }),
  finish: finishes(Intent, readsToFinish)
    .more(loadProven)
    .prepare(function sealDevice({ command, intent, policy }) {
      return Effect.map(clientToStore(intent.sessionId, command.client, policy), (client) => ({ client }))
    })
    .decide(function open(leg) {
      return Result.gen(function* () {
        const { found, intent, prepared, requestId } = leg
        const { credential } = found
        if (credential === undefined) return yield* Result.fail(new Credential.CredentialNotFound())
        yield* Credential.requireNotSuspended(credential.value)
        const proven = {
          credential: credential.value,
          plan: yield* kinds[intent.credentialType].finish(found.kept, requestId)
        }
        const { plan, session } = yield* openedBy(credential, proven, { ...intent, ...prepared }, found, leg)
        const finished: Finished<OpenedSession> = {
          reply: { session, encryptedSessionSigningKey: undefined },
          by: { credentialId: credential.value.credentialId },
          details: named(credential.value),
          ...plan
        }
        return finished
      })
    }),
  lost: (conflict, { submission }) => {
    const kind = kinds[submission.type]
    // A credential that rests cannot return while another account has its passkey.
    if (isTaken(Credential.credentials)(conflict)) return new Credential.CredentialNotFound()
    if (isTaken(Credential.usedValues)(conflict)) return kind.replayed("taken")
    return isLate(conflict) ? kind.replayed("late") : undefined
  }
})

/**
 * Opens the session of a login, and writes the use of its credential, in any case: of two concurrent proofs with the
 * same counter, the second conflicts, retries and fails. A credential that rested returns.
 */
export const openedBy = (
  credential: Stored<Credential.Credential>,
  /** The credential to store, and the plan of its kind. */
  proven: Pick<Extract<Proven, { _tag: "OpenNow" }>, "credential" | "plan">,
  opened: Omit<Parameters<typeof openSession>[0], "credential">,
  { kin, opening }: { readonly kin: Kin | undefined; readonly opening: Parameters<typeof openSession>[1] },
  leg: Parameters<typeof openSession>[2]
) =>
  Result.gen(function* () {
    const { at } = leg
    const next = Credential.used(proven.credential, at)
    const back =
      kin === undefined
        ? { credential: next, plan: { changes: [replace(credential, next, at)] } }
        : yield* returnPlan(credential, next, kin, leg)
    const over = new Set(back.plan.changes.map(({ id }) => id))
    const active = kin === undefined ? opening.active : opening.active.filter(({ id }) => !over.has(id))
    const credentialed = { ...opened, credential: back.credential }
    const { plan, session } = yield* openSession(credentialed, { account: opening.account, active }, leg)
    return { session, plan: combined(plan, proven.plan, back.plan) }
  })

/**
 * The authorisation of a login. An assertion consumes the login that is pending. A token is consumed by its own plan;
 * its digest is in the receipt. A kind with neither leaves no receipt.
 */
const consumeLogin = (
  login: AwaitedLogin,
  { evidence, tokenSha256 }: Extract<Proven, { _tag: "OpenNow" }>,
  {
    at,
    command,
    environment,
    requestId
  }: Pick<Call<VerifyCommand>, "at" | "command" | "environment"> & {
    readonly requestId: RequestId
  }
) => {
  const by = { credentialId: command.credentialId }
  if (login !== undefined) {
    if (evidence === undefined) throw new Error("verifyCredential: a login is pending, but there is no assertion")
    const authorised = requestAuthorised(login.pending, proofOfAssertion(evidence), by)
    return Result.map(assertedPlan(login.request, login.pending, evidence, { at, environment }), (plan) => ({
      plan,
      authorised
    }))
  }
  if (tokenSha256 === undefined) return Result.succeed({ plan: noChanges, authorised: undefined })
  const authorised: Authorised = {
    ...callOf("VerifyCredential", verifyCall(command)),
    consumed: requestId,
    payloadSha256: tokenSha256,
    proof: { type: "IDENTITY_TOKEN" },
    by
  }
  return Result.succeed({ plan: noChanges, authorised })
}
