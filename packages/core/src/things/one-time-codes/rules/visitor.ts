import { sha256Hex } from "@countersign/wire"
import { Result } from "effect"
import { hasExpired, type Millis } from "../../../model/Environment.ts"
import type { PublicKey, RequestId } from "../../../model/ids.ts"
import type { PolicyValues } from "../../../model/Policy.ts"
import { Refusal, unauthorized } from "../../../model/Refusal.ts"
import type { Stored } from "../../../store/records.ts"
import * as OneTimeCode from "./OneTimeCode.ts"

/**
 * The key under which the codes for the visitors of an address are stored and counted. It is the same whether or not the
 * address belongs to a customer, and nothing of a customer is read by it, so that no answer shows that (GU4). Mail servers
 * in use treat a local part in any case as the same mailbox.
 */
export const codesOfVisitor = (email: string): string => `sign-in of ${sha256Hex(email.toLowerCase())}`

/** How long the wrong codes for an address are counted, from its first code on: 30 days, after which the record is removed. */
export const COUNTED: Millis = 30 * 86_400_000

/** The state to issue a code in, which is a new one if that of an earlier record would expire before the code. */
export const codesAt = (
  email: string,
  otp: OneTimeCode.OneTimeCode | undefined,
  { at, until }: { readonly at: Millis; readonly until: Millis }
): OneTimeCode.OneTimeCode =>
  otp?.expiresAt === undefined || hasExpired(otp.expiresAt, until)
    ? OneTimeCode.initial({ credentialId: codesOfVisitor(email), expiresAt: at + COUNTED })
    : otp

/** The key that the visitor sealed beside the code, while the sign-in may still open a session: for the time of a signed request. */
export const provenKey = (
  otp: Stored<OneTimeCode.OneTimeCode> | undefined,
  signInId: RequestId,
  { signedRequestLifetime }: Pick<PolicyValues, "signedRequestLifetime">,
  at: Millis
): Result.Result<PublicKey, SignInUnknown> =>
  otp?.value._tag !== "Proven" ||
  otp.value.requestId !== signInId ||
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
    "The signInId is unknown, was used or has expired, a newer code was requested for the address, or the wallet has no EMAIL_OTP credential of that address.",
  remedy:
    "Call the endpoint within 5 minutes of the proof, once. List the credentials of the wallet, and sign in with one."
}) {}
