import {
  type Activity,
  encodeUtf8,
  equalBytes,
  parseOtpBundle,
  parseOtpPlaintext,
  signedVerificationToken,
  typedCode,
  unsignedVerificationToken,
  WireError
} from "@countersign/wire"
import { Effect, Result, Schema } from "effect"
import type { Branding } from "../../model/EmbeddedWalletConfig.ts"
import type { Millis } from "../../model/Environment.ts"
import type { PublicKey, RequestId } from "../../model/ids.ts"
import { noticesTo } from "../../ports/Mailer.ts"
import { Seals } from "../../ports/Seals.ts"
import { ServiceKey } from "../../ports/ServiceKey.ts"
import { Vault } from "../../ports/Vault.ts"
import type { Json } from "../../store/Collection.ts"
import { before, Recorded, replace, type Write } from "../../store/plans.ts"
import type { Stored } from "../../store/records.ts"
import type { KindRecords, ProofRound, Proven, RequestTerms } from "../credentials/kinds/Kind.ts"
import { type Credential, CredentialNotFound } from "../credentials/rules/Credential.ts"
import { materialOf } from "../credentials/rules/emailMaterial.ts"
import { codeContext, targetKeyContext } from "./rules/codes.ts"
import * as EmailOtp from "./rules/EmailOtp.ts"
import { OtpBundleMalformed, OtpBundleUnopened, OtpSuperseded, OtpWrong } from "./rules/refusals.ts"

/** An encrypted code, as JSON text. */
export const EncryptedOtpBundle = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(4096)).annotate({
  description: "JSON text with keys encappedPublic and ciphertext, both hex",
  send: "the JSON text of an object with encappedPublic and ciphertext, both hex, of at most 4096 characters"
})

/** The request body. */
export const Submission = Schema.Struct({
  type: Schema.Literal("EMAIL_OTP"),
  encryptedOtpBundle: EncryptedOtpBundle
})

const readSubmission = Schema.decodeUnknownSync(Submission)

/** Decrypts a submitted code. A bundle that does not decrypt contains no guess, so it is not counted. */
export const verify = (
  credential: Credential,
  { otp }: KindRecords,
  submission: Json,
  { at, expiresAt }: RequestTerms
) =>
  Result.gen(function* () {
    const { encryptedOtpBundle } = readSubmission(submission)
    const sealed = yield* readBundle(encryptedOtpBundle)
    if (otp === undefined) return yield* Result.fail(new CredentialNotFound())
    const { issue } = yield* EmailOtp.pendingCode(otp.value, at)
    return {
      inputs: { issue, encryptedOtpBundle, email: materialOf(credential).email },
      opensFor: undefined,
      answer: Effect.map(
        answered(credential, issue, sealed, expiresAt),
        (answer) => (round: ProofRound) => codeVerified(answer, round)
      )
    }
  })

/** Parses the text of an encrypted code. */
export const readBundle = (encryptedOtpBundle: string) =>
  read(() => parseOtpBundle(encryptedOtpBundle), new OtpBundleMalformed())
type SealedCode = ReturnType<typeof parseOtpBundle>

/** The content of a bundle: the correct code, or a wrong one. */
export type Opened = { readonly _tag: "Right"; readonly publicKey: PublicKey } | Wrong
/** A wrong answer, and its refusal. One that has another form than the code is no guess, so it is not counted (GD5). */
export interface Wrong {
  readonly _tag: "Wrong"
  readonly refusal: OtpBundleUnopened | OtpWrong
  readonly isGuess: boolean
}
/** The content of a bundle, and of a correct one the activity to sign. */
export type Answered = (Extract<Opened, { readonly _tag: "Right" }> & { readonly activity: Activity }) | Wrong

/** Decrypts an answer to a code. */
export const openBundle = Effect.fnUntraced(function* (issue: EmailOtp.Issue, sealed: SealedCode) {
  const seals = yield* Seals
  const vault = yield* Vault
  const recipientPrivateKey = yield* vault.open(issue.sealedTargetKey, targetKeyContext(issue.issueId))
  const opened = yield* seals
    .open({ recipientPrivateKey, sealed })
    .pipe(Effect.catchTag("SealBroken", () => new OtpBundleUnopened()))
  return read(() => parseOtpPlaintext(opened, { isTyped: true }), new OtpBundleUnopened())
})

/** Decrypts an answer to a code, and compares its code. */
export const openAnswer = Effect.fnUntraced(function* (issue: EmailOtp.Issue, sealed: SealedCode) {
  const content = yield* openBundle(issue, sealed)
  if (Result.isFailure(content)) return wrong(content.failure, false)
  const { code, publicKey } = content.success
  if (!(yield* isCodeOf(issue, code))) return wrong(new OtpWrong(), isGuessOf(issue, code))
  const right: Opened = { _tag: "Right", publicKey }
  return right
})

const wrong = (refusal: OtpBundleUnopened | OtpWrong, isGuess = true): Wrong => ({ _tag: "Wrong", refusal, isGuess })

/** Returns whether a typed code has the form of the issued one, of which older releases stored less. */
export const isGuessOf = (
  { isNumeric, length }: Pick<EmailOtp.Issue, "isNumeric" | "length">,
  code: string
): boolean => {
  const typed = typedCode(code)
  return length === undefined || (typed.length === length && FORM[`${isNumeric}`].test(typed))
}

/** The characters of a code by `isNumeric`: of digits, of the letters and digits that look unlike, or of an older release. */
const FORM = { true: /^[0-9]*$/u, false: /^[2-9A-HJ-NP-Z]*$/u, undefined: /^[0-9A-Z]*$/u } as const

const answered = Effect.fnUntraced(function* (
  credential: Credential,
  issue: EmailOtp.Issue,
  sealed: SealedCode,
  expiresAt: Millis
) {
  const opened = yield* openAnswer(issue, sealed)
  if (opened._tag === "Wrong") return opened
  const answer: Answered = {
    ...opened,
    activity: yield* login(credential, issue.issueId, opened.publicKey, expiresAt)
  }
  return answer
})

/**
 * The failure of a wrong answer. A guess is counted before it is refused (I15), so a crash, a race or a new code does not restore a guess.
 * The commit that starts a lock notifies the owner at `to`.
 */
export const counted = (
  otp: Stored<EmailOtp.EmailOtp>,
  live: EmailOtp.Issued,
  { isGuess, refusal }: Wrong,
  {
    at,
    branding,
    onLock = [],
    policy,
    to
  }: Pick<ProofRound, "at" | "branding" | "onLock" | "policy"> & { readonly to: string | undefined }
) => {
  if (!isGuess) return refusal
  const next = EmailOtp.rejected(live, at, policy)
  const drafts = next._tag === "Locked" ? [...lockNotice(to, next, branding, at), ...onLock] : []
  const last = next._tag === "Locked" ? withWait(refusal, { until: next.until, at }) : refusal
  return new Recorded({ changes: [replace(otp, next, at)], guards: [], drafts }, last)
}

const withWait = ({ _tag }: Wrong["refusal"], times: { readonly until: Millis; readonly at: Millis }) =>
  _tag === "OtpWrong" ? new OtpWrong(times) : new OtpBundleUnopened(times)

/** Checks an answer. A wrong one is counted. */
export const codeVerified = (
  answer: Answered,
  round: ProofRound
): Result.Result<
  Proven,
  CredentialNotFound | EmailOtp.NoPendingCode | OtpBundleUnopened | OtpWrong | Recorded<OtpBundleUnopened | OtpWrong>
> => {
  const { at, credential, policy, requestId } = round
  const { otp } = round.kept
  if (otp === undefined) return Result.fail(new CredentialNotFound())
  return Result.flatMap(EmailOtp.pendingCode(otp.value, at), (live) => {
    if (answer._tag === "Wrong") {
      const { email: to } = materialOf(credential.value)
      return Result.fail(counted(otp, live, answer, { ...round, to }))
    }
    const { activity, publicKey } = answer
    const { next } = EmailOtp.verifyCode(live, { isRight: true, requestId, at }, policy)
    return Result.succeed({
      _tag: "SignFirst",
      publicKey,
      activity,
      plan: { changes: [replace(otp, next, at)], guards: [before(live.issue.expiresAt)] }
    })
  })
}

const lockNotice = (to: string | undefined, { until }: EmailOtp.Locked, branding: Branding, at: Millis) => {
  const lockedForMinutes = Math.ceil((until - at) / 60_000)
  return noticesTo([to], { kind: "CODE_LOCKED", lockedForMinutes }, branding, at)
}

/** Returns whether a code is the one of the issue, in any form in which a person types it. */
export const isCodeOf = Effect.fnUntraced(function* (issue: EmailOtp.Issue, code: string) {
  const vault = yield* Vault
  const digests = yield* vault.digests(typedCode(code), codeContext(issue.issueId))
  return digests.some((digest) => equalBytes(encodeUtf8(digest), encodeUtf8(issue.codeDigest)))
})

/**
 * The activity to be signed by the holder of the submitted public key. Its token binds that key to this issue of this
 * credential.
 */
const login = Effect.fnUntraced(function* (
  credential: Credential,
  issueId: string,
  publicKey: PublicKey,
  expiresAt: Millis
) {
  const { kid, sign } = (yield* ServiceKey).verificationTokens
  const unsigned = unsignedVerificationToken({
    kid,
    claims: {
      id: issueId,
      verification_type: "OTP_TYPE_EMAIL",
      contact: materialOf(credential).email,
      organization_id: credential.accountId,
      public_key: publicKey,
      exp: String(expiresAt)
    }
  })
  const verificationToken = signedVerificationToken(unsigned, yield* sign(encodeUtf8(unsigned)))
  const activity: Activity = {
    type: "ACTIVITY_TYPE_OTP_LOGIN_V2",
    parameters: { publicKey, verificationToken }
  }
  return activity
})

const read = <A, E>(parse: () => A, refusal: E): Result.Result<A, E> =>
  Result.try({
    try: parse,
    catch: (cause) => {
      if (cause instanceof WireError) return refusal
      throw cause
    }
  })

/** Consumes the proof of the request, unless a newer code has replaced it. */
export const finish = ({ otp }: KindRecords, requestId: RequestId, at: Millis): Result.Result<Write, OtpSuperseded> => {
  if (otp === undefined) return Result.fail(new OtpSuperseded())
  return Result.map(EmailOtp.open(otp.value, requestId), (next) => ({ changes: [replace(otp, next, at)], guards: [] }))
}
