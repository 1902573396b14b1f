import {
  type Activity,
  encodeUtf8,
  equalBytes,
  parseOtpBundle,
  parseOtpPlaintext,
  signedVerificationToken,
  unsignedVerificationToken,
  WireError
} from "@countersign/wire"
import { Effect, Result, Schema } from "effect"
import type { Branding } from "../../../../model/EmbeddedWalletConfig.ts"
import type { Millis } from "../../../../model/Environment.ts"
import type { PublicKey, RequestId } from "../../../../model/ids.ts"
import { noticesTo } from "../../../../ports/Mailer.ts"
import { Seals } from "../../../../ports/Seals.ts"
import { ServiceKey } from "../../../../ports/ServiceKey.ts"
import { Vault } from "../../../../ports/Vault.ts"
import type { Json } from "../../../../store/Collection.ts"
import { before, Recorded, replace, type Write } from "../../../../store/plans.ts"
import { type Credential, CredentialNotFound } from "../../Credential.ts"
import type { KindRecords, ProofRound, Proven, RequestTerms } from "../../Kind.ts"
import { codeContext, materialOf, targetKeyContext } from "./codes.ts"
import * as EmailOtp from "./EmailOtp.ts"
import { OtpBundleMalformed, OtpBundleUnopened, OtpSuperseded, OtpWrong } from "./refusals.ts"

/** The request body: the encrypted code, as JSON text. */
export const Submission = Schema.Struct({
  type: Schema.Literal("EMAIL_OTP"),
  encryptedOtpBundle: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(4096)).annotate({
    description: "JSON text with keys encappedPublic and ciphertext, both hex",
    send: "the JSON text of an object with encappedPublic and ciphertext, both hex, of at most 4096 characters"
  })
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
    const sealed = yield* read(() => parseOtpBundle(encryptedOtpBundle), new OtpBundleMalformed())
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

/** The content of a bundle: the correct code, or a wrong one. */
export type Answered =
  | { readonly _tag: "Right"; readonly publicKey: PublicKey; readonly activity: Activity }
  | { readonly _tag: "Wrong"; readonly refusal: OtpBundleUnopened | OtpWrong }

const answered = Effect.fnUntraced(function* (
  credential: Credential,
  issue: EmailOtp.Issue,
  sealed: ReturnType<typeof parseOtpBundle>,
  expiresAt: Millis
) {
  const seals = yield* Seals
  const vault = yield* Vault
  const recipientPrivateKey = yield* vault.open(issue.sealedTargetKey, targetKeyContext(issue.issueId))
  const opened = yield* seals
    .open({ recipientPrivateKey, sealed })
    .pipe(Effect.catchTag("SealBroken", () => new OtpBundleUnopened()))
  const content = read(() => parseOtpPlaintext(opened), new OtpBundleUnopened())
  if (Result.isFailure(content)) return wrong(content.failure)
  const { code, publicKey } = content.success
  if (!(yield* isCodeOf(issue, code))) return wrong(new OtpWrong())
  const answer: Answered = {
    _tag: "Right",
    publicKey,
    activity: yield* login(credential, issue.issueId, publicKey, expiresAt)
  }
  return answer
})

const wrong = (refusal: OtpBundleUnopened | OtpWrong): Answered => ({ _tag: "Wrong", refusal })

/**
 * Checks an answer. A wrong one is counted before it is refused (I15), so a crash, a race or a new code does not
 * restore a guess.
 */
export const codeVerified = (
  answer: Answered,
  { at, branding, credential, kept: { otp }, onLock = [], policy, requestId }: ProofRound
): Result.Result<Proven, CredentialNotFound | EmailOtp.NoPendingCode | Recorded<OtpBundleUnopened | OtpWrong>> => {
  if (otp === undefined) return Result.fail(new CredentialNotFound())
  return Result.flatMap(EmailOtp.pendingCode(otp.value, at), (live) => {
    const isRight = answer._tag === "Right"
    const { next } = EmailOtp.verifyCode(live, { isRight, requestId, at }, policy)
    const changes = [replace(otp, next, at)]
    if (answer._tag === "Wrong") {
      const drafts = next._tag === "Locked" ? [...lockNotice(credential.value, next, branding, at), ...onLock] : []
      return Result.fail(new Recorded({ changes, guards: [], drafts }, answer.refusal))
    }
    const { activity, publicKey } = answer
    return Result.succeed({
      _tag: "SignFirst",
      publicKey,
      activity,
      plan: { changes, guards: [before(live.issue.expiresAt)] }
    })
  })
}

/** Notifies the owner of a lock, in the commit that starts it. */
const lockNotice = (credential: Credential, { until }: EmailOtp.Locked, branding: Branding, at: Millis) => {
  const lockedForMinutes = Math.ceil((until - at) / 60_000)
  return noticesTo([materialOf(credential).email], { kind: "CODE_LOCKED", lockedForMinutes }, branding, at)
}

const isCodeOf = Effect.fnUntraced(function* (issue: EmailOtp.Issue, code: string) {
  const vault = yield* Vault
  const digests = yield* vault.digests(code.toUpperCase(), codeContext(issue.issueId))
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
