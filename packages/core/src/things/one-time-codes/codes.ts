import {
  encodeUtf8,
  equalBytes,
  otpTargetBundleData,
  parsed,
  parseOtpBundle,
  parseOtpPlaintext,
  signedBundle,
  typedCode
} from "@countersign/wire"
import { Effect, Redacted, Result, Schema } from "effect"
import { type Branding, brandingOf, type EmbeddedWalletConfig } from "../../model/EmbeddedWalletConfig.ts"
import type { Millis } from "../../model/Environment.ts"
import { Policy, type PolicyValues } from "../../model/Policy.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import type { CodePurpose } from "../../ports/Mailer.ts"
import { Seals } from "../../ports/Seals.ts"
import { DIGITS, freshId, Secrets } from "../../ports/Secrets.ts"
import { ServiceKey } from "../../ports/ServiceKey.ts"
import { Vault } from "../../ports/Vault.ts"
import { type Draft, Recorded } from "../../store/plans.ts"
import type { Change } from "../../store/Store.ts"
import { noticesTo } from "../notices/rules/NoticeMail.ts"
import { type CodeMailOrder, codeContext, codeTerms, type IssuedCode, targetKeyContext } from "./rules/codes.ts"
import * as OneTimeCode from "./rules/OneTimeCode.ts"
import { OtpBundleMalformed, OtpBundleUnopened, OtpWrong } from "./rules/refusals.ts"

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

/** The characters of a code: decimal digits, or also capitals. */
export const CodeAlphabet = Schema.Literals(["NUMERIC", "ALPHANUMERIC"])

/** The fields of an answer that issues a code: the key to encrypt it to, and its alphabet. */
export interface CodeChallenge {
  readonly otpEncryptionTargetBundle: string
  readonly otpAlphabet: typeof CodeAlphabet.Type
}

/**
 * The alphabet is no secret: the chance of a guess assumes that it is known, and the answers of a lock show each caller
 * that a recovery code comes next.
 */
export const challengeOf = ({ bundle, issue }: IssuedCode): CodeChallenge => ({
  otpEncryptionTargetBundle: bundle,
  otpAlphabet: issue.isNumeric === true ? "NUMERIC" : "ALPHANUMERIC"
})

/** An encrypted code, as JSON text. */
export const EncryptedOtpBundle = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(4096)).annotate({
  description: "JSON text with keys encappedPublic and ciphertext, both hex",
  send: "the JSON text of an object with encappedPublic and ciphertext, both hex, of at most 4096 characters"
})

export const readBundle = (encryptedOtpBundle: string) =>
  read(() => parseOtpBundle(encryptedOtpBundle), OtpBundleMalformed)
export type SealedCode = ReturnType<typeof parseOtpBundle>

/** A wrong answer, and its refusal. One that has another form than the code is no guess, so it is not counted (GD5). */
export interface Wrong<E = OtpBundleUnopened | OtpWrong> {
  readonly _tag: "Wrong"
  readonly refusal: E
  readonly isGuess: boolean
}
export const wrong = <E>(refusal: E, isGuess: boolean): Wrong<E> => ({ _tag: "Wrong", refusal, isGuess })

export const openBundle = Effect.fnUntraced(function* (issue: OneTimeCode.Issue, sealed: SealedCode) {
  const seals = yield* Seals
  const vault = yield* Vault
  const recipientPrivateKey = yield* vault.open(issue.sealedTargetKey, targetKeyContext(issue.issueId))
  const opened = yield* seals
    .open({ recipientPrivateKey, sealed })
    .pipe(Effect.catchTag("SealBroken", () => new OtpBundleUnopened()))
  return read(() => parseOtpPlaintext(opened, { isTyped: true }), OtpBundleUnopened)
})

/** The content of a bundle: the correct code, or a wrong one. */
export const openAnswer = Effect.fnUntraced(function* (issue: OneTimeCode.Issue, sealed: SealedCode) {
  const content = yield* openBundle(issue, sealed)
  if (Result.isFailure(content)) return wrong(content.failure, false)
  const { code, publicKey } = content.success
  if (!(yield* isCodeOf(issue, code))) return wrong(new OtpWrong(), isGuessOf(issue, code))
  return { _tag: "Right" as const, publicKey }
})

/** Returns whether a typed code has the form of the issued one, of which older releases stored less. */
export const isGuessOf = (
  { isNumeric, length }: Pick<OneTimeCode.Issue, "isNumeric" | "length">,
  code: string
): boolean => {
  const typed = typedCode(code)
  return length === undefined || (typed.length === length && FORM[`${isNumeric}`].test(typed))
}

/** The characters of a code by `isNumeric`: of digits, of the letters and digits that look unlike, or of an older release. */
const FORM = { true: /^[0-9]*$/u, false: /^[2-9A-HJ-NP-Z]*$/u, undefined: /^[0-9A-Z]*$/u } as const

/** Returns whether a code is the one of the issue, in any form in which a person types it. */
export const isCodeOf = Effect.fnUntraced(function* (issue: OneTimeCode.Issue, code: string) {
  const vault = yield* Vault
  const digests = yield* vault.digests(typedCode(code), codeContext(issue.issueId))
  return digests.some((digest) => equalBytes(encodeUtf8(digest), encodeUtf8(issue.codeDigest)))
})

/**
 * The failure of a wrong answer. A guess is counted before it is refused (I15), so a crash, a race or a new code does not restore a guess.
 * The commit that starts a lock notifies the owner at `to`.
 */
export const counted = (
  write: (next: OneTimeCode.OneTimeCode) => Change,
  live: OneTimeCode.Issued,
  { isGuess, refusal }: Wrong,
  { at, branding, onLock = [], policy, to }: AnswerRound
) => {
  if (!isGuess) return refusal
  const next = OneTimeCode.rejected(live, at, policy)
  const drafts = next._tag === "Locked" ? [...lockNotice(to, next, branding, at), ...onLock] : []
  const last = next._tag === "Locked" ? withWait(refusal, { until: next.until, at }) : refusal
  return new Recorded({ changes: [write(next)], drafts }, last)
}

interface AnswerRound {
  readonly at: Millis
  readonly policy: PolicyValues
  /** The platform's branding of its mails. */
  readonly branding: Branding
  /** Added to the commit that starts a lock. */
  readonly onLock?: ReadonlyArray<Draft>
  /** The owner's address. */
  readonly to: string | undefined
}

const withWait = ({ _tag }: Wrong["refusal"], times: { readonly until: Millis; readonly at: Millis }) =>
  _tag === "OtpWrong" ? new OtpWrong(times) : new OtpBundleUnopened(times)

const lockNotice = (to: string | undefined, { until }: OneTimeCode.Locked, branding: Branding, at: Millis) => {
  const lockedForMinutes = Math.ceil((until - at) / 60_000)
  return noticesTo([to], { kind: "CODE_LOCKED", lockedForMinutes }, branding, at)
}

const read = <A, E>(parse: () => A, Refused: new () => E): Result.Result<A, E> =>
  Result.fromNullishOr(parsed(parse), () => new Refused())
