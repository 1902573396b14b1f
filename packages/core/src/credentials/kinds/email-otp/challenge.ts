import { Effect, Result } from "effect"
import type { PolicyValues } from "../../../model/Policy.ts"
import { insert, replace, type Stored } from "../../../ports/records.ts"
import type { Bucket } from "../../../ports/Throttle.ts"
import type { Credential } from "../../Credential.ts"
import type { Challenged, ChallengeRound, ChallengeTerms, Kept } from "../../Kind.ts"
import { CredentialNotFound } from "../../refusals.ts"
import { codeMails } from "./codeMails.ts"
import * as EmailOtp from "./EmailOtp.ts"
import { type IssuedCode, issueCode } from "./issueCode.ts"
import { materialOf } from "./material.ts"
import type { OtpCoolingDown, OtpNotPending } from "./refusals.ts"

/**
 * Issues a fresh code and a fresh target key, and orders the mail. The older code and bundle are void from here on. A
 * lock that wrong codes began does not stop it while another credential of the account has an active session.
 */
export const challenge = (credential: Credential, { otp }: Kept, { at, config, policy }: ChallengeTerms) =>
  Result.gen(function* () {
    if (otp === undefined) return yield* Result.fail(new CredentialNotFound())
    const { credentialId } = credential
    const { email } = materialOf(credential)
    const isRecovery = EmailOtp.needsRecovery(otp.value, policy)
    return {
      asks: { credentialId, email, config, isRecovery },
      opensFor: undefined,
      answer: Effect.map(
        issueCode(credentialId, email, at, config, isRecovery),
        (issued) => (round: ChallengeRound) => codeIssued(issued, round)
      )
    }
  })

/** Replaces the pending code by the one that was drawn. */
export const codeIssued = (
  { bundle, issue, order }: IssuedCode,
  { at, credential, kept: { mail, otp }, otherSession, policy }: ChallengeRound
): Result.Result<Challenged, CredentialNotFound | OtpCoolingDown | OtpNotPending> => {
  if (otp === undefined) return Result.fail(new CredentialNotFound())
  const lifted = EmailOtp.asOf(otp.value, at)._tag === "Locked" ? otherSession : undefined
  const current = lifted === undefined ? otp.value : EmailOtp.lifted(otp.value)
  return Result.map(EmailOtp.issue(current, issue, at), (next) => ({
    _tag: "CodeIssued",
    plan: {
      changes: [
        replace(otp, next, at),
        mail === undefined ? insert(codeMails, credential.environment, order, at) : replace(mail, order, at)
      ],
      guards: lifted ?? [],
      limits: mailLimits(credential, order.to, policy)
    },
    otpEncryptionTargetBundle: bundle
  }))
}

/** A mailbox is not flooded by one credential, nor by several that share its address (O9). */
const mailLimits = (
  { environment, id }: Stored<Credential>,
  email: string,
  { challengesPerAddress, challengesPerCredential }: PolicyValues
): ReadonlyArray<Bucket> => [
  { environment, key: `challenge ${id}`, ...challengesPerCredential, told: "now" },
  { environment, key: `mail ${email.toLowerCase()}`, ...challengesPerAddress, told: "now" }
]
