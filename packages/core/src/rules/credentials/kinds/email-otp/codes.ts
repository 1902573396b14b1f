import { encodeUtf8, otpTargetBundleData, signedBundle } from "@countersign/wire"
import { Effect, Redacted, Schema } from "effect"
import { Branding, brandingOf, type EmbeddedWalletConfig } from "../../../../model/EmbeddedWalletConfig.ts"
import { Environment, Millis } from "../../../../model/Environment.ts"
import { CredentialId } from "../../../../model/ids.ts"
import { Policy, type PolicyValues } from "../../../../model/Policy.ts"
import { CurrentEnvironment } from "../../../../ports/EnvironmentRunner.ts"
import { Seals } from "../../../../ports/Seals.ts"
import { type Alphabet, DIGITS, freshId, Secrets, UNAMBIGUOUS } from "../../../../ports/Secrets.ts"
import { ServiceKey } from "../../../../ports/ServiceKey.ts"
import { Vault } from "../../../../ports/Vault.ts"
import * as Collection from "../../../../store/Collection.ts"
import type { Credential } from "../../Credential.ts"
import type * as EmailOtp from "./EmailOtp.ts"

/** How a code is made, and how long it is good for. */
export interface CodeTerms {
  readonly length: number
  readonly alphabet: Alphabet
  readonly lifetime: Millis
}

/**
 * Characters of a recovery code, out of 32: 65 bits. NIST SP 800-63B section 3.2.2 asks for a limit on wrong answers only
 * below 64 bits.
 */
export const RECOVERY_LENGTH = 13

/**
 * A platform sets the length and the lifetime of its codes within the policy of the host: `PATCH /config` refuses a code
 * that is shorter than `otpLength`, or lives longer than `otpLifetimeMost`. A policy that became stricter since decides. A
 * recovery code is as strong whatever either says.
 */
export const codeTerms = (
  { otpLength, otpLifetime, otpLifetimeMost }: PolicyValues,
  { alphanumeric = false, expirationSeconds, otpLength: wanted = otpLength }: EmbeddedWalletConfig,
  isRecovery = false
): CodeTerms => ({
  length: isRecovery ? RECOVERY_LENGTH : Math.max(otpLength, wanted),
  alphabet: isRecovery || alphanumeric ? UNAMBIGUOUS : DIGITS,
  lifetime: expirationSeconds === undefined ? otpLifetime : Math.min(otpLifetimeMost, expirationSeconds * 1000)
})

/** What a sealed value of an issue is for. Bound to the ciphertext: one moved into the other's place does not open. */
export const targetKeyContext = (issueId: string): string => `email-otp target key ${issueId}`
export const codeContext = (issueId: string): string => `email-otp code ${issueId}`

/** What an EMAIL_OTP credential keeps: the address on file, as the customer record has it. */
const Material = Schema.Struct({ email: Schema.String })
type Material = typeof Material.Type

const decode = Schema.decodeUnknownSync(Material)

export const materialOf = (credential: Credential): Material => decode(credential.material)

/** The chance that no policy may exceed: fifteen answers to a code of six digits. */
export const MOST_GUESS_CHANCE = 1.5e-5

type Limits = Pick<PolicyValues, "otpFailuresToLock" | "otpLength">

/**
 * The chance that an anonymous caller finds a code of one credential between two right answers of its owner, with as
 * many calls as the locks allow. A platform's config may make codes longer, and of more letters; never shorter than the
 * policy's digits.
 */
export const guessChance = (limits: Limits): number => guessesOfShortCodes(limits) / 10 ** limits.otpLength

/**
 * Wrong answers to short codes that are judged between two right ones, however long that is. After them codes are
 * recovery codes of 65 bits: a million answers to those add less than 1e-13.
 */
export const guessesOfShortCodes = ({ otpFailuresToLock }: Pick<Limits, "otpFailuresToLock">): number =>
  otpFailuresToLock

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

/**
 * A code waiting to be mailed. One a credential: a newer code replaces an older one that has not left yet, so that no
 * two codes are ever on their way.
 */
export const CodeMailOrder = Schema.Struct({
  credentialId: CredentialId,
  environment: Environment,
  issueId: Schema.String,
  to: Schema.String,
  branding: Branding,
  /** The code, sealed by the vault until the moment it is handed to the mailer. */
  sealedCode: Schema.String,
  expiresAt: Millis,
  dueAt: Millis,
  attempts: Schema.Int
})
export type CodeMailOrder = typeof CodeMailOrder.Type

export const codeMails = Collection.make({
  name: "code_mails",
  schema: CodeMailOrder,
  id: (order) => order.credentialId,
  expiry: "expiresAt",
  // The sandbox moves what waits in an environment.
  indexes: { all: [] },
  due: "dueAt"
})
