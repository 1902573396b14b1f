import { Effect, Result, Schema } from "effect"
import type { Millis } from "../../../model/Environment.ts"
import { AccountId } from "../../../model/ids.ts"
import type { PolicyValues } from "../../../model/Policy.ts"
import type { Throttled } from "../../../ports/Throttle.ts"
import { insert } from "../../../store/plans.ts"
import { challengeOf, issueCode } from "../../one-time-codes/codes.ts"
import { codeMails, codeReads, codesRemoved, type IssuedCode, issuePlan } from "../../one-time-codes/rules/codes.ts"
import * as OneTimeCode from "../../one-time-codes/rules/OneTimeCode.ts"
import {
  OtpBundleMalformed,
  OtpBundleUnopened,
  OtpCoolingDown,
  OtpExhausted,
  OtpExpired,
  OtpNotPending,
  OtpSuperseded,
  OtpWrong
} from "../../one-time-codes/rules/refusals.ts"
import { type Credential, CredentialNotFound, EmailMissing, EmailOtpExists } from "../rules/Credential.ts"
import { finish, materialOf, Submission, verify } from "./emailOtpLogin.ts"
import type * as Kind from "./Kind.ts"
import { credentialOf } from "./withDefaults.ts"

/**
 * Issues a new code and target key, and queues the mail. The previous code and bundle become invalid. An active session
 * of another credential of the account lifts a lock first.
 */
const challenge = (credential: Credential, { otp }: Kind.KindRecords, { at, config, policy }: Kind.ChallengeTerms) =>
  Result.gen(function* () {
    if (otp === undefined) return yield* Result.fail(new CredentialNotFound())
    const { credentialId } = credential
    const { email } = materialOf(credential)
    const isRecovery = OneTimeCode.needsRecovery(otp.value, policy)
    return {
      inputs: { credentialId, email, config, isRecovery },
      opensFor: undefined,
      answer: Effect.map(
        issueCode(credentialId, email, at, config, isRecovery),
        (issued) => (round: Kind.ChallengeRound) => codeIssued(issued, round)
      )
    }
  })

/** Replaces the pending code with the new one. */
export const codeIssued = (
  issued: IssuedCode,
  { at, credential, kept: { mail, otp }, otherSession, policy }: Kind.ChallengeRound
): Result.Result<Kind.Challenged, CredentialNotFound | OtpCoolingDown | OtpNotPending | Throttled> => {
  if (otp === undefined) return Result.fail(new CredentialNotFound())
  const lifted = OneTimeCode.asOf(otp.value, at)._tag === "Locked" ? otherSession : undefined
  const current = lifted === undefined ? otp.value : OneTimeCode.lifted(otp.value)
  const { environment } = credential
  return Result.map(issuePlan(issued, { at, current, environment, mail, otp, policy }), (plan) => ({
    _tag: "CodeIssued",
    plan: { ...plan, guards: lifted ?? [] },
    ...challengeOf(issued)
  }))
}

/** A code sent by e-mail. The client returns it encrypted to a target key, together with its session public key. */
export const EMAIL_OTP = {
  label: "E-mail codes as a way to sign in",
  isNamedByUser: false,
  // The code is sent to the customer's address, never to one in the body.
  addition: Schema.Struct({ type: Schema.Literal("EMAIL_OTP"), accountId: AccountId }),
  submission: Submission,
  proof: "verify, sign",
  refusals: {
    add: { EmailMissing, EmailOtpExists, OtpNotPending },
    challenge: { OtpCoolingDown, OtpNotPending },
    verify: {
      OtpBundleMalformed,
      OtpBundleUnopened,
      OtpExhausted,
      OtpExpired,
      OtpNotPending,
      OtpSuperseded,
      OtpWrong
    }
  },
  prepare: Effect.fnUntraced(function* (_, { accountId, email }) {
    if (email === undefined) return yield* new EmailMissing()
    const prepared: Kind.Prepared = {
      material: { email },
      nickname: email,
      address: email,
      // One per account: the identity is the account's id.
      identity: `EMAIL_OTP/${accountId}`,
      activity: { type: "ACTIVITY_TYPE_UPDATE_USER_EMAIL", parameters: { userEmail: email, userId: accountId } }
    }
    return prepared
  }),
  secret: () => undefined,
  register: Effect.fnUntraced(function* (registration: Kind.Registration) {
    const { accountId, announcement, at, credentialId, environment } = registration
    const credential = credentialOf("EMAIL_OTP", registration)
    const { email } = materialOf(credential)
    const idle = OneTimeCode.initial({ credentialId, accountId })
    if (announcement === undefined) {
      const silent: Kind.Registered = {
        credential,
        companions: [insert(OneTimeCode.oneTimeCodes, environment, idle, at)]
      }
      return silent
    }
    const { bundle, issue, order } = yield* issueCode(credentialId, email, at, announcement, false)
    const pending = insert(OneTimeCode.oneTimeCodes, environment, OneTimeCode.issuedOf(idle, issue), at)
    const announced: Kind.Registered = {
      credential,
      companions: [pending, insert(codeMails, environment, order, at)],
      otpEncryptionTargetBundle: bundle
    }
    return announced
  }),
  exists: () => new EmailOtpExists(),
  replayed: (because) => (because === "taken" ? new OtpNotPending() : undefined),
  // In this activity an empty address means removal.
  removal: ({ accountId: userId }) => ({
    type: "ACTIVITY_TYPE_UPDATE_USER_EMAIL",
    parameters: { userEmail: "", userId }
  }),
  retire: codesRemoved,
  reads: codeReads,
  isLocked: ({ otp }: Kind.KindRecords, at: Millis) =>
    otp !== undefined && OneTimeCode.asOf(otp.value, at)._tag === "Locked",
  mayLock: ({ otp }: Kind.KindRecords, policy: PolicyValues) =>
    otp !== undefined && otp.value._tag === "Issued" && OneTimeCode.mayLock(otp.value, policy),
  challenge,
  verify,
  finish
} satisfies Kind.Kind
