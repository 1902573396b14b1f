import { Effect } from "effect"
import { Policy } from "../../../model/Policy.ts"
import { byId, type Found, insert, replace, type Stored } from "../../../ports/records.ts"
import { Throttle } from "../../../ports/Throttle.ts"
import type { Credential } from "../../Credential.ts"
import type { Challenged, ChallengeTerms } from "../../Kind.ts"
import { CredentialNotFound } from "../../refusals.ts"
import { codeMails } from "./codeMails.ts"
import * as EmailOtp from "./EmailOtp.ts"
import { issueCode } from "./issueCode.ts"
import { materialOf } from "./material.ts"

/**
 * Issues a fresh code and a fresh target key, and orders the mail. The older code and bundle are void from here on. A
 * lock that wrong codes began does not stop it while another credential of the account has an active session.
 */
export const challenge = Effect.fnUntraced(function* (
  credential: Stored<Credential>,
  found: Found,
  { at, config, otherSession }: ChallengeTerms
) {
  const otp = found.one(byId(EmailOtp.emailOtps, credential.environment, credential.id))
  if (otp === undefined) return yield* new CredentialNotFound()
  const { email } = materialOf(credential.value)
  const lifted = EmailOtp.asOf(otp.value, at)._tag === "Locked" ? yield* otherSession : undefined
  const current = lifted === undefined ? otp.value : EmailOtp.lifted(otp.value)
  const isRecovery = EmailOtp.needsRecovery(current, yield* Policy)
  const { order, issue, bundle } = yield* issueCode(credential.value.credentialId, email, at, config, isRecovery)
  const next = yield* Effect.fromResult(EmailOtp.issue(current, issue, at))
  yield* spendMails(credential, email)
  const queued = found.one(byId(codeMails, credential.environment, credential.id))
  const mail = queued === undefined ? insert(codeMails, credential.environment, order, at) : replace(queued, order, at)
  const answer: Challenged = {
    _tag: "CodeIssued",
    plan: {
      changes: [replace(otp, next, at), mail],
      guards: lifted ?? []
    },
    otpEncryptionTargetBundle: bundle
  }
  return answer
})

/** A mailbox is not flooded by one credential, nor by several that share its address (O9). */
const spendMails = Effect.fnUntraced(function* ({ environment, id }: Stored<Credential>, email: string) {
  const { challengesPerAddress, challengesPerCredential } = yield* Policy
  const throttle = yield* Throttle
  yield* throttle.spend([
    { environment, key: `challenge ${id}`, ...challengesPerCredential, told: "now" },
    { environment, key: `mail ${email.toLowerCase()}`, ...challengesPerAddress, told: "now" }
  ])
})
