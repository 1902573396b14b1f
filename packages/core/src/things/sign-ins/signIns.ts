import { Effect, Result, Schema } from "effect"
import { brandingOf } from "../../model/EmbeddedWalletConfig.ts"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import { type AccountId, PublicKey, type RequestId, SessionId } from "../../model/ids.ts"
import { freshId } from "../../ports/Secrets.ts"
import { isLate } from "../../steps/isTaken.ts"
import type { Decision, Leg } from "../../steps/Leg.ts"
import { begins, finishes } from "../../steps/legs.ts"
import { operation } from "../../steps/operation.ts"
import { challenged, type Finished } from "../../steps/SignedOperation.ts"
import { signedRetry } from "../../steps/signedRetry.ts"
import { before, type Limited, replace } from "../../store/plans.ts"
import { byId, byIndex, load, type Stored } from "../../store/records.ts"
import { requireEnabled } from "../access/rules/evaluate.ts"
import { walletRef } from "../accounts/wallets.ts"
import { login, materialOf } from "../credentials/kinds/emailOtpLogin.ts"
import * as Credential from "../credentials/rules/Credential.ts"
import { openedBy } from "../credentials/verify.ts"
import { type CodeChallenge, challengeOf, counted, issueCode, openAnswer, readBundle } from "../one-time-codes/codes.ts"
import { codeReads, codeTerms, issuePlan } from "../one-time-codes/rules/codes.ts"
import * as OneTimeCode from "../one-time-codes/rules/OneTimeCode.ts"
import { OtpExpired, OtpNotPending } from "../one-time-codes/rules/refusals.ts"
import { codesAt, codesOfVisitor, openUntil, provenKey, SignInUnknown } from "../one-time-codes/rules/visitor.ts"
import { configOf, walletConfigOf } from "../platforms/rules/PlatformConfig.ts"
import { named } from "../receipts/rules/Details.ts"
import { accountReads, clientToStore, type OpenedSession } from "../sessions/open.ts"
import type { ClientInfo } from "../sessions/rules/SessionClient.ts"
import { policyWithin } from "../settings/rules/Limits.ts"
import { accessOf, settingsOf, settingsRef } from "../settings/rules/PlatformSettings.ts"

/** Mails a code to an address, whether or not it belongs to a customer. The previous code becomes invalid. */
export const startSignIn = (email: string) => mailCode({ email })

export interface StartedSignIn extends CodeChallenge {
  readonly expiresAt: Millis
}

interface OfAddress {
  readonly email: string
}

const reads = <Command extends OfAddress>({ email }: Command, environment: EnvironmentKey) => ({
  code: codeReads(environment, codesOfVisitor(email)),
  config: configOf(environment),
  settings: settingsRef(environment)
})

export const mailCode = operation(reads<OfAddress>)
  .check(function challengeable({ at, command: { email }, found, policy }) {
    const config = walletConfigOf(found.config)
    const current = codesAt(email, found.code.otp?.value, { at, until: at + codeTerms(policy, config).lifetime })
    const isRecovery = OneTimeCode.needsRecovery(current, policy)
    return Result.map(requireEnabled(accessOf(found.settings), "EMAIL_OTP"), () => ({
      inputs: { email, isRecovery, config },
      current
    }))
  })
  .prepare(function drawCode({ at, checked }) {
    const { config, email, isRecovery } = checked.inputs
    return issueCode(codesOfVisitor(email), email, at, config, isRecovery)
  })
  .decide(function replaceCode({ at, checked, environment, found, policy: ofHost, prepared }) {
    const policy = policyWithin(ofHost, settingsOf(found.settings).limits)
    return Result.map(
      issuePlan(prepared, { at, current: checked.current, environment, policy, ...found.code }),
      (plan): Decision<StartedSignIn> & Limited => ({
        ...plan,
        reply: { ...challengeOf(prepared), expiresAt: prepared.issue.expiresAt }
      })
    )
  })

export interface ProveSignInCommand extends OfAddress {
  readonly encryptedOtpBundle: string
}

/** A visitor who reads the mail of an address. The id opens one session, for the key that was sealed beside the code. */
export interface ProvenSignIn extends OfAddress {
  readonly signInId: RequestId
}

/** Proves an address with the code that was mailed to it. A wrong code is counted. */
export const proveSignIn = operation(reads<ProveSignInCommand>)
  .check(function provable({ at, command, found: { code } }) {
    return Result.gen(function* () {
      const otp = yield* Result.fromNullishOr(code.otp, () => new OtpNotPending())
      const sealed = yield* readBundle(command.encryptedOtpBundle)
      const live = yield* OneTimeCode.pendingCode(otp.value, at)
      return { inputs: { issue: live.issue, sealed }, live, otp }
    })
  })
  .prepare(
    Effect.fnUntraced(function* verifyCode({ checked: { inputs } }) {
      const answer = yield* openAnswer(inputs.issue, inputs.sealed)
      return answer._tag === "Wrong" ? answer : { ...answer, signInId: yield* freshId("Request") }
    })
  )
  .lost((conflict) => (isLate(conflict) ? new OtpExpired() : undefined))
  .decide(function prove({ at, checked: { live, otp }, command: { email }, found, policy, prepared }) {
    if (prepared._tag === "Wrong") {
      const branding = brandingOf(walletConfigOf(found.config))
      // A notice would go to any address that a visitor names.
      return Result.fail(counted(otp, live, prepared, { at, branding, policy, to: undefined }))
    }
    const { publicKey, signInId } = prepared
    const decision: Decision<ProvenSignIn> = {
      changes: [replace(otp, OneTimeCode.accepted(live, signInId, publicKey), at)],
      guards: [before(live.issue.expiresAt)],
      reply: { signInId, email }
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

/** The EMAIL_OTP credential of the wallet, and the codes for visitors of its address. */
const loadProof = Effect.fnUntraced(function* ({
  environment,
  found
}: Leg<OpenSignInCommand, { readonly credentials: ReadonlyArray<Stored<Credential.Credential>> }>) {
  const credential = found.credentials.find(({ value }) => value.type === "EMAIL_OTP")
  const key = credential && codesOfVisitor(materialOf(credential.value).email)
  const { otp } = yield* load({ otp: key === undefined ? undefined : byId(OneTimeCode.oneTimeCodes, environment, key) })
  return { credential, otp }
})

type Proof = Leg<OpenSignInCommand, Effect.Success<ReturnType<typeof loadProof>>>

const requireProof = ({ at, command, found: { credential, otp }, policy }: Proof) =>
  Result.gen(function* () {
    const publicKey = yield* provenKey(otp, command.signInId, policy, at)
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
