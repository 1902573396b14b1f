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
import type { PublicKey } from "../../../model/ids.ts"
import { Policy } from "../../../model/Policy.ts"
import type { Millis } from "../../../model/time.ts"
import type { Json } from "../../../ports/Collection.ts"
import { noticesTo } from "../../../ports/noticeMails.ts"
import { before, byId, commit, type Found, type Plan, replace, type Stored } from "../../../ports/records.ts"
import { Seals } from "../../../ports/Seals.ts"
import { ServiceKey } from "../../../ports/ServiceKey.ts"
import { Vault } from "../../../ports/Vault.ts"
import type { Credential } from "../../Credential.ts"
import type { Proven, RequestTerms } from "../../Kind.ts"
import { CredentialNotFound } from "../../refusals.ts"
import { codeContext, targetKeyContext } from "./contexts.ts"
import * as EmailOtp from "./EmailOtp.ts"
import { materialOf } from "./material.ts"
import { OtpBundleMalformed, OtpBundleUnopened } from "./refusals.ts"

/** What a client submits: the sealed code, as JSON text. */
export const Submission = Schema.Struct({
  type: Schema.Literal("EMAIL_OTP"),
  encryptedOtpBundle: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(4096)).annotate({
    description: "JSON text with keys encappedPublic and ciphertext, both hex",
    send: "the JSON text of an object with encappedPublic and ciphertext, both hex, of at most 4096 characters"
  })
})
const readSubmission = Schema.decodeUnknownEffect(Submission)

/**
 * Judges a sealed code. What was judged is committed before it is refused (I15), so no crash, race or resend gives a
 * guess back. A bundle the target key does not open holds no guess, and is not counted.
 */
export const verify = Effect.fnUntraced(function* (
  credential: Stored<Credential>,
  found: Found,
  submission: Json,
  request: RequestTerms
) {
  const { encryptedOtpBundle } = yield* Effect.orDie(readSubmission(submission))
  const sealed = yield* Effect.fromResult(read(() => parseOtpBundle(encryptedOtpBundle), new OtpBundleMalformed()))
  const otp = found.one(byId(EmailOtp.emailOtps, credential.environment, credential.id))
  if (otp === undefined) return yield* new CredentialNotFound()
  const live = yield* Effect.fromResult(EmailOtp.live(otp.value, request.at))

  const { issue } = live
  const seals = yield* Seals
  const vault = yield* Vault
  const recipientPrivateKey = yield* vault.open(issue.sealedTargetKey, targetKeyContext(issue.issueId))
  const opened = yield* seals
    .open({ recipientPrivateKey, sealed })
    .pipe(Effect.catchTag("SealBroken", () => new OtpBundleUnopened()))
  const content = read(() => parseOtpPlaintext(opened), new OtpBundleUnopened())

  const isRight = Result.isSuccess(content) && (yield* isCodeOf(issue, content.success.code))
  const answer = { isRight, requestId: request.requestId, at: request.at }
  const verdict = EmailOtp.judge(live, answer, yield* Policy)
  const judged: Plan = { changes: [replace(otp, verdict.next, request.at)], guards: [before(issue.expiresAt)] }
  if (verdict.refusal !== undefined) {
    const notices = verdict.next._tag === "Locked" ? yield* lockNotice(credential, verdict.next, request) : []
    yield* commit({ changes: [replace(otp, verdict.next, request.at), ...notices], guards: [] })
    yield* Effect.fromResult(content)
    return yield* verdict.refusal
  }
  const { publicKey } = yield* Effect.fromResult(content)
  const proven: Proven = {
    _tag: "SignFirst",
    publicKey,
    activity: yield* login(credential.value, issue.issueId, publicKey, request.expiresAt),
    plan: judged
  }
  return proven
})

/** Notifies the owner of a lock, in the commit that begins it. */
const lockNotice = Effect.fnUntraced(function* (
  { value }: Stored<Credential>,
  { until }: EmailOtp.Locked,
  { at, branding }: RequestTerms
) {
  const lockedForMinutes = Math.ceil((until - at) / 60_000)
  return yield* noticesTo([materialOf(value).email], { kind: "CODE_LOCKED", lockedForMinutes }, yield* branding, at)
})

const isCodeOf = Effect.fnUntraced(function* (issue: EmailOtp.Issue, code: string) {
  const vault = yield* Vault
  const digests = yield* vault.digests(code.toUpperCase(), codeContext(issue.issueId))
  return digests.some((digest) => equalBytes(encodeUtf8(digest), encodeUtf8(issue.codeDigest)))
})

/** The activity the holder of the sealed key signs. Its token binds that key to this issue of this credential. */
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
