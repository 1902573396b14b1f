import { encodeUtf8, signedVerificationToken, unsignedVerificationToken } from "@countersign/wire"
import { Effect, Result, Schema } from "effect"
import type { Millis } from "../../../model/Environment.ts"
import type { PublicKey, RequestId } from "../../../model/ids.ts"
import { ServiceKey } from "../../../ports/ServiceKey.ts"
import { compiledDecoder } from "../../../schema/compiledDecoder.ts"
import type { Json } from "../../../store/Collection.ts"
import { before, replace, unchanged, type Write } from "../../../store/plans.ts"
import { counted, EncryptedOtpBundle, openAnswer, readBundle, type SealedCode } from "../../one-time-codes/codes.ts"
import * as OneTimeCode from "../../one-time-codes/rules/OneTimeCode.ts"
import { OtpSuperseded } from "../../one-time-codes/rules/refusals.ts"
import { type Credential, CredentialNotFound } from "../rules/Credential.ts"
import type { KindRecords, ProofRound, RequestTerms } from "./Kind.ts"

/** The body of a login by a mailed code. */
export const Submission = Schema.Struct({
  type: Schema.Literal("EMAIL_OTP"),
  encryptedOtpBundle: EncryptedOtpBundle
})

const readSubmission = compiledDecoder(Submission)

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
    const { issue } = yield* OneTimeCode.pendingCode(otp.value, at)
    return {
      inputs: { issue, encryptedOtpBundle, email: materialOf(credential).email },
      opensFor: undefined,
      answer: Effect.map(
        answered(credential, issue, sealed, expiresAt),
        (answer) => (round: ProofRound) => codeVerified(answer, round)
      )
    }
  })

/** The content of a bundle, and of a correct one the activity to sign. */
const answered = Effect.fnUntraced(function* (
  credential: Credential,
  issue: OneTimeCode.Issue,
  sealed: SealedCode,
  expiresAt: Millis
) {
  const opened = yield* openAnswer(issue, sealed)
  if (opened._tag === "Wrong") return opened
  return { ...opened, activity: yield* login(credential, issue.issueId, opened.publicKey, expiresAt) }
})
export type Answered = Effect.Success<ReturnType<typeof answered>>

/**
 * The activity to be signed by the holder of the submitted public key. Its token binds that key to this issue of this
 * credential.
 */
export const login = Effect.fnUntraced(function* (
  credential: Credential,
  /** The issue of a code, or the sign-in that it proved. */
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
  return { type: "ACTIVITY_TYPE_OTP_LOGIN_V2" as const, parameters: { publicKey, verificationToken } }
})

/** Checks an answer. A wrong one is counted. */
export const codeVerified = (answer: Answered, round: ProofRound) =>
  Result.gen(function* () {
    const { at, credential, requestId } = round
    const { otp } = round.kept
    if (otp === undefined) return yield* Result.fail(new CredentialNotFound())
    const live = yield* OneTimeCode.pendingCode(otp.value, at)
    if (answer._tag === "Wrong") {
      const { email: to } = materialOf(credential.value)
      return yield* Result.fail(counted((next) => replace(otp, next, at), live, answer, { ...round, to }))
    }
    const changes = [replace(otp, OneTimeCode.accepted(live, requestId), at)]
    return { ...answer, _tag: "SignFirst" as const, plan: { changes, guards: [before(live.issue.expiresAt)] } }
  })

/**
 * Requires the proof of the request, unless a newer code has replaced it. The request is consumed in the same commit, so the
 * proof opens no other session, and is not written again.
 */
export const finish = ({ otp }: KindRecords, requestId: RequestId): Result.Result<Write, OtpSuperseded> => {
  if (otp === undefined) return Result.fail(new OtpSuperseded())
  return Result.map(OneTimeCode.open(otp.value, requestId), () => ({ changes: [], guards: [unchanged(otp)] }))
}

/** The stored data of an EMAIL_OTP credential: the customer's address. */
const Material = Schema.Struct({ email: Schema.String })
type Material = typeof Material.Type

const decode = compiledDecoder(Material)

export const materialOf = (credential: Credential): Material => decode(credential.material)
