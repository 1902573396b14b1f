import { sha256Hex } from "@countersign/wire"
import { Result } from "effect"
import type { Rate } from "../../../model/Bucket.ts"
import { hasExpired, type Millis } from "../../../model/Environment.ts"
import type { PublicKey, RequestId } from "../../../model/ids.ts"
import type { PolicyValues } from "../../../model/Policy.ts"
import { Refusal, unauthorized } from "../../../model/Refusal.ts"
import type { Stored } from "../../../store/records.ts"
import * as OneTimeCode from "./OneTimeCode.ts"
import { OtpCoolingDown } from "./refusals.ts"

/**
 * Where the wrong codes for an address are counted. It is the same whether or not the address belongs to a customer, and
 * nothing of a customer is read by it, so that no answer shows that (GU4). Mail servers in use treat a local part in any
 * case as the same mailbox.
 */
export const wrongCodesFor = (email: string): string => `${OF_VISITORS} ${sha256Hex(email.toLowerCase())}`

/**
 * Where the code of one sign-in is stored. The address is part of it, so that a code proves the address it was mailed to.
 * Another sign-in of the address ends none (FA11).
 */
export const codeOfSignIn = (email: string, signInId: RequestId): string => `${wrongCodesFor(email)} ${signInId}`

const OF_VISITORS = "sign-in of"

/** Returns whether a code was requested by a visitor. */
export const isOfVisitor = (key: string): boolean => key.startsWith(OF_VISITORS)

/**
 * The rate limit of the codes that visitors request for one address: half of the address's, and counted apart, so that
 * no visitor uses up the codes of the wallet's owner (FA11).
 */
export const shareOfVisitors = ({ capacity, refillEvery }: Rate): Rate => ({
  capacity: Math.ceil(capacity / 2),
  refillEvery: refillEvery * 2
})

/** How long the wrong codes for an address are counted, from the first on: 30 days, after which the record is removed. */
export const COUNTED: Millis = 30 * 86_400_000

/** The wrong codes for an address at an instant. Fails while they lock it. */
export const wrongCodesAt = (
  email: string,
  stored: OneTimeCode.OneTimeCode | undefined,
  at: Millis
): Result.Result<Exclude<OneTimeCode.OneTimeCode, OneTimeCode.Locked>, OtpCoolingDown> => {
  const current =
    stored?.expiresAt === undefined || hasExpired(stored.expiresAt, at)
      ? OneTimeCode.initial({ credentialId: wrongCodesFor(email), expiresAt: at + COUNTED })
      : OneTimeCode.asOf(stored, at)
  return current._tag === "Locked"
    ? Result.fail(new OtpCoolingDown({ until: current.until, at }))
    : Result.succeed(current)
}

/** The key that the visitor sealed beside the code, while the sign-in may still open a session: for the time of a signed request. */
export const provenKey = (
  otp: Stored<OneTimeCode.OneTimeCode> | undefined,
  { signedRequestLifetime }: Pick<PolicyValues, "signedRequestLifetime">,
  at: Millis
): Result.Result<PublicKey, SignInUnknown> =>
  otp?.value._tag !== "Proven" ||
  otp.value.publicKey === undefined ||
  hasExpired(openUntil(otp, { signedRequestLifetime }), at)
    ? Result.fail(new SignInUnknown())
    : Result.succeed(otp.value.publicKey)

/** The record is not written between the proof and the session, so its last write is the proof. */
export const openUntil = (
  { updatedAt }: Pick<Stored<unknown>, "updatedAt">,
  { signedRequestLifetime }: Pick<PolicyValues, "signedRequestLifetime">
): Millis => updatedAt + signedRequestLifetime

export class SignInUnknown extends Refusal("SignInUnknown")(unauthorized("SIGN_IN_UNKNOWN"), {
  reason: "No such sign-in",
  message:
    "The sign-in does not open a session of this wallet. Sign in with a new code, or with a credential of the wallet.",
  cause:
    "The signInId is unknown, was not proven, was used or has expired, or the wallet has no EMAIL_OTP credential of its address.",
  remedy:
    "Call the endpoint within 5 minutes of the proof, once. List the credentials of the wallet, and sign in with one."
}) {}
