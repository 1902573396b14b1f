import { Effect, Result } from "effect"
import { brandingOf } from "../../model/EmbeddedWalletConfig.ts"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import type { RequestId } from "../../model/ids.ts"
import { freshId } from "../../ports/Secrets.ts"
import { isLate } from "../../steps/isTaken.ts"
import type { Decision } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import { before, type Limited, replace } from "../../store/plans.ts"
import { requireEnabled } from "../access/rules/evaluate.ts"
import { type CodeChallenge, challengeOf, counted, issueCode, openAnswer, readBundle } from "../one-time-codes/codes.ts"
import { codeReads, codeTerms, issuePlan } from "../one-time-codes/rules/codes.ts"
import * as OneTimeCode from "../one-time-codes/rules/OneTimeCode.ts"
import { OtpExpired, OtpNotPending } from "../one-time-codes/rules/refusals.ts"
import { codesAt, codesOfVisitor } from "../one-time-codes/rules/visitor.ts"
import { configOf, walletConfigOf } from "../platforms/rules/PlatformConfig.ts"
import { policyWithin } from "../settings/rules/Limits.ts"
import { accessOf, settingsOf, settingsRef } from "../settings/rules/PlatformSettings.ts"

/** Mails a code to an address, whether or not it belongs to a customer. The previous code becomes invalid. */
export const startSignIn = (email: string) => mailCode({ email })

/** A code was mailed, and is refused from `expiresAt` on. */
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
export interface ProvenSignIn {
  readonly signInId: RequestId
  readonly email: string
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
