import { Effect, Result, Schema } from "effect"
import type { Bucket } from "../../model/Bucket.ts"
import { brandingOf } from "../../model/EmbeddedWalletConfig.ts"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import { type AccountId, PublicKey, type RequestId, SessionId } from "../../model/ids.ts"
import type { PolicyValues } from "../../model/Policy.ts"
import { freshId } from "../../ports/Secrets.ts"
import { isLate } from "../../steps/isTaken.ts"
import type { Decision, Leg } from "../../steps/Leg.ts"
import { begins, finishes } from "../../steps/legs.ts"
import { operation } from "../../steps/operation.ts"
import { challenged, type Finished } from "../../steps/SignedOperation.ts"
import { signedRetry } from "../../steps/signedRetry.ts"
import { absent, before, insert, type Limited, put, remove, replace, unchanged } from "../../store/plans.ts"
import { byId, byIndex, load, type Stored } from "../../store/records.ts"
import type { Guard } from "../../store/Store.ts"
import { requireEnabled } from "../access/rules/evaluate.ts"
import { walletRef } from "../accounts/wallets.ts"
import { login, materialOf } from "../credentials/kinds/emailOtpLogin.ts"
import * as Credential from "../credentials/rules/Credential.ts"
import { openedBy } from "../credentials/verify.ts"
import { type CodeChallenge, challengeOf, counted, issueCode, openAnswer, readBundle } from "../one-time-codes/codes.ts"
import { codeMails } from "../one-time-codes/rules/codes.ts"
import * as OneTimeCode from "../one-time-codes/rules/OneTimeCode.ts"
import { OtpExhausted, OtpExpired, OtpNotPending } from "../one-time-codes/rules/refusals.ts"
import {
  codeOfSignIn,
  openUntil,
  provenKey,
  SignInUnknown,
  shareOfVisitors,
  wrongCodesAt,
  wrongCodesFor
} from "../one-time-codes/rules/visitor.ts"
import { configOf, walletConfigOf } from "../platforms/rules/PlatformConfig.ts"
import { named } from "../receipts/rules/Details.ts"
import { accountReads, clientToStore, type OpenedSession } from "../sessions/open.ts"
import type { ClientInfo } from "../sessions/rules/SessionClient.ts"
import { accessOf, settingsRef } from "../settings/rules/PlatformSettings.ts"

/** Mails a code to an address, whether or not it belongs to a customer. `from` is the network address of the visitor. */
export const startSignIn = (email: string, from?: string) => mailCode({ email, from })

/** A code in the mail. The id opens one session, after the code was proven, for the key that was sealed beside it. */
export interface StartedSignIn extends CodeChallenge {
  readonly signInId: RequestId
  readonly expiresAt: Millis
}

interface StartCommand {
  readonly email: string
  readonly from: string | undefined
}

const addressReads = (email: string, environment: EnvironmentKey) => ({
  counts: byId(OneTimeCode.oneTimeCodes, environment, wrongCodesFor(email)),
  config: configOf(environment)
})

export const mailCode = operation(({ email }: StartCommand, environment: EnvironmentKey) => ({
  ...addressReads(email, environment),
  settings: settingsRef(environment)
}))
  .check(function challengeable({ at, command: { email }, found, policy }) {
    return Result.gen(function* () {
      const counts = yield* wrongCodesAt(email, found.counts?.value, at)
      yield* requireEnabled(accessOf(found.settings), "EMAIL_OTP")
      const isRecovery = OneTimeCode.needsRecovery(counts, policy)
      return { inputs: { email, isRecovery, config: walletConfigOf(found.config) } }
    })
  })
  .prepare(
    Effect.fnUntraced(function* drawCode({ at, checked }) {
      const { config, email, isRecovery } = checked.inputs
      const signInId = yield* freshId("Request")
      return { ...(yield* issueCode(codeOfSignIn(email, signInId), email, at, config, isRecovery)), signInId }
    })
  )
  .decide(function storeCode({ at, command: { email, from }, environment, found, policy, prepared }) {
    const { issue, order, signInId } = prepared
    // The record ends after the last proof that a session may be opened with.
    const ends = issue.expiresAt + policy.signedRequestLifetime
    const code = OneTimeCode.initial({ credentialId: order.credentialId, expiresAt: ends })
    const decision: Decision<StartedSignIn> & Limited = {
      changes: [
        insert(OneTimeCode.oneTimeCodes, environment, OneTimeCode.issuedOf(code, issue), at),
        insert(codeMails, environment, order, at)
      ],
      guards: [sameCounts(email, found.counts, environment)],
      limits: from === undefined ? [] : [shareOfCaller(email, from, environment, policy)],
      reply: { ...challengeOf(prepared), signInId, expiresAt: issue.expiresAt }
    }
    return Result.succeed(decision)
  })

type Counts = Stored<OneTimeCode.OneTimeCode> | undefined

/** No wrong code was counted since the load: guesses of many calls at once are counted one after the other (I15). */
const sameCounts = (email: string, counts: Counts, environment: EnvironmentKey): Guard =>
  counts === undefined ? absent(OneTimeCode.oneTimeCodes, environment, wrongCodesFor(email)) : unchanged(counts)

/** Half of what visitors have for an address, so that a caller at one network address does not use up the whole (FA11). */
const shareOfCaller = (
  email: string,
  from: string,
  environment: EnvironmentKey,
  { challengesPerAddress }: PolicyValues
): Bucket => ({
  environment,
  key: `visitors ${email.toLowerCase()} by ${from}`,
  ...shareOfVisitors(shareOfVisitors(challengesPerAddress)),
  consistency: "strong"
})

export interface ProveSignInCommand {
  readonly email: string
  readonly signInId: RequestId
  readonly encryptedOtpBundle: string
}

/** Proves an address with the code that was mailed to it. A wrong code is counted. Returns the address. */
export const proveSignIn = operation(({ email, signInId }: ProveSignInCommand, environment: EnvironmentKey) => ({
  ...addressReads(email, environment),
  otp: byId(OneTimeCode.oneTimeCodes, environment, codeOfSignIn(email, signInId))
}))
  .check(function provable({ at, command, found, policy }) {
    return Result.gen(function* () {
      const otp = yield* Result.fromNullishOr(found.otp, () => new OtpNotPending())
      const sealed = yield* readBundle(command.encryptedOtpBundle)
      const live = yield* OneTimeCode.pendingCode(otp.value, at)
      const counts = yield* Result.mapError(
        wrongCodesAt(command.email, found.counts?.value, at),
        ({ until }) => new OtpExhausted({ until, at })
      )
      // After a lock only codes that cannot be guessed are valid, also where an earlier one has not expired.
      if (OneTimeCode.needsRecovery(counts, policy) && live.issue.isRecovery !== true)
        return yield* Result.fail(new OtpNotPending())
      return { inputs: { issue: live.issue, sealed }, counts, live, otp }
    })
  })
  .prepare(function verifyCode({ checked: { inputs } }) {
    return openAnswer(inputs.issue, inputs.sealed)
  })
  .lost((conflict) => (isLate(conflict) ? new OtpExpired() : undefined))
  .decide(function prove({ at, checked, command: { email, signInId }, environment, found, policy, prepared }) {
    const { counts, live, otp } = checked
    if (prepared._tag === "Wrong") {
      const branding = brandingOf(walletConfigOf(found.config))
      const counting = (next: OneTimeCode.OneTimeCode) =>
        put(OneTimeCode.oneTimeCodes, environment, found.counts, OneTimeCode.readdress(next, at), at)
      const round = { at, branding, policy, to: undefined }
      // A notice would go to any address that a visitor names.
      return Result.fail(counted(counting, OneTimeCode.issuedOf(counts, live.issue), prepared, round))
    }
    const proven = replace(otp, OneTimeCode.accepted(live, signInId, prepared.publicKey), at)
    const decision: Decision<{ readonly email: string }> = {
      changes: [proven, ...(found.counts === undefined ? [] : [remove(found.counts)])],
      guards: [
        before(live.issue.expiresAt),
        ...(found.counts === undefined ? [sameCounts(email, undefined, environment)] : [])
      ],
      reply: { email }
    }
    return Result.succeed(decision)
  })

export interface OpenSignInCommand {
  readonly accountId: AccountId
  readonly signInId: RequestId
  /** The device, as the host passes it. Stored if the policy retains it. */
  readonly client?: ClientInfo | undefined
}

const Intent = Schema.Struct({ publicKey: PublicKey, sessionId: SessionId })

const walletReads = ({ accountId }: OpenSignInCommand, environment: EnvironmentKey) => ({
  credentials: byIndex(Credential.credentials, environment, "account", [accountId])
})

/** The EMAIL_OTP credential of the wallet, and the sign-in of its address. */
const loadProof = Effect.fnUntraced(function* ({
  command: { signInId },
  environment,
  found
}: Leg<OpenSignInCommand, { readonly credentials: ReadonlyArray<Stored<Credential.Credential>> }>) {
  const credential = found.credentials.find(({ value }) => value.type === "EMAIL_OTP")
  const key = credential && codeOfSignIn(materialOf(credential.value).email, signInId)
  const { otp } = yield* load({ otp: key === undefined ? undefined : byId(OneTimeCode.oneTimeCodes, environment, key) })
  return { credential, otp }
})

type Proof = Leg<OpenSignInCommand, Effect.Success<ReturnType<typeof loadProof>>>

const requireProof = ({ at, found: { credential, otp }, policy }: Proof) =>
  Result.gen(function* () {
    const publicKey = yield* provenKey(otp, policy, at)
    if (credential === undefined || otp === undefined) return yield* Result.fail(new SignInUnknown())
    yield* Credential.requireNotSuspended(credential.value)
    return { credential, otp, publicKey }
  })

/**
 * Opens the session of a visitor who has proven the address of the wallet's EMAIL_OTP credential. The holder of the key
 * that was sealed beside the code signs.
 */
export const openSignIn = signedRetry({
  name: "OpenSignIn",
  call: ({ accountId, signInId }: OpenSignInCommand) => ({
    method: "POST",
    path: "/auth/sign-ins/session",
    body: { accountId, signInId }
  }),
  wallets: ({ accountId }, environment) => walletRef(environment, accountId),
  begin: begins(walletReads)
    .more(loadProof)
    .check(function proven(leg) {
      return Result.gen(function* () {
        const { credential, publicKey } = yield* requireProof(leg)
        yield* requireEnabled(leg.access, credential.value.type)
        return { inputs: { credential: credential.value, publicKey, expiresAt: leg.expiresAt } }
      })
    })
    .prepare(
      Effect.fnUntraced(function* drawSession({ checked: { inputs }, command }) {
        const { credential, expiresAt, publicKey } = inputs
        const activity = yield* login(credential, command.signInId, publicKey, expiresAt)
        return { activity, sessionId: yield* freshId("Session") }
      })
    )
    .decide(function ask({ checked: { inputs }, command: { accountId }, prepared }) {
      const { publicKey } = inputs
      const { activity, sessionId } = prepared
      const signer = { _tag: "KeyHolder", publicKey } as const
      const intent = { publicKey, sessionId }
      return Result.succeed(challenged({ accountId, credentialType: "EMAIL_OTP", signer, activity, intent }))
    }),
  finish: finishes(Intent, (command: OpenSignInCommand, environment) => ({
    ...walletReads(command, environment),
    opening: accountReads(environment, command.accountId)
  }))
    .more(loadProof)
    .prepare(function sealDevice({ command, intent, policy }) {
      return Effect.map(clientToStore(intent.sessionId, command.client, policy), (client) => ({ client }))
    })
    .decide(function open(leg) {
      return Result.gen(function* () {
        const { at, command, found, intent, policy, prepared } = leg
        const { credential, otp } = yield* requireProof(leg)
        const used = yield* OneTimeCode.open(otp.value, command.signInId)
        const plan = { changes: [replace(otp, used, at)], guards: [before(openUntil(otp, policy))] }
        const opened = { ...intent, ...prepared }
        const records = { kin: undefined, opening: found.opening }
        const proof = { credential: credential.value, plan }
        const { plan: opening, session } = yield* openedBy(credential, proof, opened, records, leg)
        const finished: Finished<OpenedSession> = {
          reply: { session, encryptedSessionSigningKey: undefined },
          by: { credentialId: credential.value.credentialId },
          details: named(credential.value),
          ...opening
        }
        return finished
      })
    }),
  lost: (conflict) => (isLate(conflict) ? new SignInUnknown() : undefined)
})
