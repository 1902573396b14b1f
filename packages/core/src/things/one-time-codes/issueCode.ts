import { encodeUtf8, otpTargetBundleData, signedBundle } from "@countersign/wire"
import { Effect, Redacted } from "effect"
import { brandingOf, type EmbeddedWalletConfig } from "../../model/EmbeddedWalletConfig.ts"
import type { Millis } from "../../model/Environment.ts"
import { Policy } from "../../model/Policy.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import type { CodePurpose } from "../../ports/Mailer.ts"
import { Seals } from "../../ports/Seals.ts"
import { DIGITS, freshId, Secrets } from "../../ports/Secrets.ts"
import { ServiceKey } from "../../ports/ServiceKey.ts"
import { Vault } from "../../ports/Vault.ts"
import { type CodeMailOrder, codeContext, codeTerms, type IssuedCode, targetKeyContext } from "./rules/codes.ts"
import type * as OneTimeCode from "./rules/OneTimeCode.ts"

/**
 * Generates a code and a target key for a credential, or for another record under a key of its own. Returns the issue
 * to store, the bundle for the reply and the mail to queue.
 */
export const issueCode = Effect.fnUntraced(function* (
  credentialId: string,
  email: string,
  at: Millis,
  config: EmbeddedWalletConfig,
  isRecovery: boolean,
  purpose?: CodePurpose
) {
  const { alphabet, length, lifetime } = codeTerms(yield* Policy, config, isRecovery)
  const { bundles } = yield* ServiceKey
  const seals = yield* Seals
  const secrets = yield* Secrets
  const vault = yield* Vault

  const issueId = yield* freshId("Lookup")
  const code = Redacted.value(yield* secrets.code(length, alphabet))
  const target = yield* seals.generate
  const issue: OneTimeCode.Issue = {
    issueId,
    codeDigest: yield* vault.digest(code, codeContext(issueId)),
    sealedTargetKey: yield* vault.seal(target.privateKey, targetKeyContext(issueId)),
    targetPublicKey: target.publicKey,
    expiresAt: at + lifetime,
    length,
    isNumeric: alphabet === DIGITS,
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
    attempts: 0,
    ...(purpose === undefined ? {} : { purpose })
  }
  const issued: IssuedCode = { issue, order, bundle: signedBundle({ data, signer: bundles.publicKey, signature }) }
  return issued
})
