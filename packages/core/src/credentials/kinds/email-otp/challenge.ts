import { encodeUtf8, otpTargetBundleData, signedBundle } from "@countersign/wire"
import { Effect } from "effect"
import { Policy } from "../../../model/Policy.ts"
import type { Millis } from "../../../model/time.ts"
import { CurrentEnvironment } from "../../../ports/CurrentEnvironment.ts"
import { byId, type Found, insert, replace, type Stored } from "../../../ports/records.ts"
import { Seals } from "../../../ports/Seals.ts"
import { freshId, Secrets } from "../../../ports/Secrets.ts"
import { ServiceKey } from "../../../ports/ServiceKey.ts"
import { Vault } from "../../../ports/Vault.ts"
import type { Credential } from "../../Credential.ts"
import type { Challenged } from "../../Kind.ts"
import { CredentialNotFound } from "../../refusals.ts"
import { type CodeMailOrder, codeMails } from "./codeMails.ts"
import { codeContext, targetKeyContext } from "./contexts.ts"
import * as EmailOtp from "./EmailOtp.ts"
import { materialOf } from "./material.ts"

/** Issues a fresh code and a fresh target key, and orders the mail. The older code and bundle are dead from here on. */
export const challenge = Effect.fn("emailOtp.challenge")(function* (
  credential: Stored<Credential>,
  found: Found,
  at: Millis
) {
  const otp = found.one(byId(EmailOtp.emailOtps, credential.environment, credential.id))
  if (otp === undefined) return yield* new CredentialNotFound()

  const fresh = yield* freshIssue(at)
  const next = yield* Effect.fromResult(EmailOtp.issue(otp.value, fresh.issue, at))
  const order: CodeMailOrder = {
    credentialId: credential.value.credentialId,
    environment: yield* CurrentEnvironment,
    issueId: fresh.issue.issueId,
    to: materialOf(credential.value).email,
    sealedCode: fresh.sealedCode,
    expiresAt: fresh.issue.expiresAt,
    dueAt: at,
    attempts: 0
  }
  const queued = found.one(byId(codeMails, credential.environment, credential.id))
  const mail = queued === undefined ? insert(codeMails, credential.environment, order, at) : replace(queued, order, at)
  const answer: Challenged = {
    plan: { changes: [replace(otp, next, at), mail], guards: [] },
    otpEncryptionTargetBundle: fresh.bundle
  }
  return answer
})

const freshIssue = Effect.fnUntraced(function* (at: Millis) {
  const { otpLength, otpLifetime } = yield* Policy
  const serviceKey = yield* ServiceKey
  const seals = yield* Seals
  const secrets = yield* Secrets
  const vault = yield* Vault

  const issueId = yield* freshId("Lookup")
  const code = yield* secrets.code(otpLength)
  const target = yield* seals.generate
  const issue: EmailOtp.Issue = {
    issueId,
    codeDigest: yield* vault.digest(code, codeContext(issueId)),
    sealedTargetKey: yield* vault.seal(target.privateKey, targetKeyContext(issueId)),
    targetPublicKey: target.publicKey,
    expiresAt: at + otpLifetime
  }
  const data = otpTargetBundleData({ target: target.publicKey })
  const signature = yield* serviceKey.sign(data)
  return {
    issue,
    bundle: signedBundle({ data, signer: serviceKey.publicKey, signature }),
    sealedCode: yield* vault.seal(encodeUtf8(code), codeContext(issueId))
  }
})
