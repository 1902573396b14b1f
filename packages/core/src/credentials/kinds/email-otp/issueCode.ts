import { encodeUtf8, otpTargetBundleData, signedBundle } from "@countersign/wire"
import { Effect, Redacted } from "effect"
import { brandingOf, type EmbeddedWalletConfig } from "../../../model/EmbeddedWalletConfig.ts"
import type { CredentialId } from "../../../model/ids.ts"
import { Policy } from "../../../model/Policy.ts"
import type { Millis } from "../../../model/time.ts"
import { CurrentEnvironment } from "../../../ports/CurrentEnvironment.ts"
import { Seals } from "../../../ports/Seals.ts"
import { freshId, Secrets } from "../../../ports/Secrets.ts"
import { ServiceKey } from "../../../ports/ServiceKey.ts"
import { Vault } from "../../../ports/Vault.ts"
import type { CodeMailOrder } from "./codeMails.ts"
import { codeTerms } from "./codeTerms.ts"
import { codeContext, targetKeyContext } from "./contexts.ts"
import type * as EmailOtp from "./EmailOtp.ts"

export interface IssuedCode {
  readonly issue: EmailOtp.Issue
  readonly order: CodeMailOrder
  readonly bundle: string
}

/** A fresh code and a fresh target key: the issue to keep, the bundle to answer, and the mail to order. */
export const issueCode = Effect.fnUntraced(function* (
  credentialId: CredentialId,
  email: string,
  at: Millis,
  config: EmbeddedWalletConfig,
  isRecovery = false
) {
  const { alphabet, length, lifetime } = codeTerms(yield* Policy, config, isRecovery)
  const { bundles } = yield* ServiceKey
  const seals = yield* Seals
  const secrets = yield* Secrets
  const vault = yield* Vault

  const issueId = yield* freshId("Lookup")
  const code = Redacted.value(yield* secrets.code(length, alphabet))
  const target = yield* seals.generate
  const issue: EmailOtp.Issue = {
    issueId,
    codeDigest: yield* vault.digest(code, codeContext(issueId)),
    sealedTargetKey: yield* vault.seal(target.privateKey, targetKeyContext(issueId)),
    targetPublicKey: target.publicKey,
    expiresAt: at + lifetime,
    ...(isRecovery ? { isRecovery } : {})
  }
  const data = otpTargetBundleData({ target: target.publicKey })
  const signature = yield* bundles.sign(data)
  const order: CodeMailOrder = {
    credentialId,
    environment: yield* CurrentEnvironment,
    issueId,
    to: email,
    branding: brandingOf(config),
    sealedCode: yield* vault.seal(encodeUtf8(code), codeContext(issueId)),
    expiresAt: issue.expiresAt,
    dueAt: at,
    attempts: 0
  }
  const issued: IssuedCode = { issue, order, bundle: signedBundle({ data, signer: bundles.publicKey, signature }) }
  return issued
})
