import { Schema } from "effect"
import { Millis } from "../../../model/Environment.ts"
import { invalid, Refusal, unauthorized, withCode } from "../../../model/Refusal.ts"

/** With a wrong answer that starts a lock: its end, for Retry-After. */
const ofLock = { until: Schema.optionalKey(Millis), at: Schema.optionalKey(Millis) }

export class OtpWrong extends Refusal("OtpWrong", ofLock)(unauthorized("OTP_WRONG"), {
  reason: "Invalid OTP code",
  message: "The code is wrong. Enter the code from the newest email again.",
  cause: "The decrypted code differs from the newest code, often because of a typing error or an older email.",
  remedy: "Let the end user enter the code again. The credential is locked after 5 consecutive wrong codes by default."
}) {}

export class OtpNotPending extends Refusal("OtpNotPending")(unauthorized("OTP_NOT_PENDING"), {
  reason: "No pending OTP",
  message: "No code is pending for this credential. Request a new code.",
  cause: "No code was sent, or the code was already used.",
  remedy: "Call POST /auth/credentials/{id}/challenge, then verify the new code."
}) {}

export class OtpExpired extends Refusal("OtpExpired")(unauthorized("OTP_EXPIRED"), {
  reason: "OTP code expired",
  message: "The code has expired. Request a new code.",
  cause: "A code expires after 5 minutes by default.",
  remedy:
    "Request a challenge for a new code. The option `policy.otpLifetime` and the platform's config set the lifetime."
}) {}

export class OtpExhausted extends Refusal("OtpExhausted", { until: Millis, at: Millis })(unauthorized("OTP_LOCKED"), {
  reason: "Too many wrong OTP codes",
  message:
    "Too many wrong codes were entered, and the credential is locked. Request a new code after Retry-After seconds.",
  cause:
    "The credential is locked after consecutive wrong codes: 5 codes and 30 minutes by default. During the lock, the server verifies no code.",
  remedy: "Show the remaining time, and request a challenge after Retry-After seconds."
}) {}

export class OtpCoolingDown extends Refusal("OtpCoolingDown", { until: Millis, at: Millis })(
  withCode("limited", "RATE_LIMITED"),
  {
    check: "OTP_LOCKED",
    reason: "Too many wrong OTP codes",
    message: "Too many wrong codes were entered. Request a new code after Retry-After seconds.",
    cause: "The credential is locked after consecutive wrong codes: 5 codes and 30 minutes by default.",
    remedy:
      "Wait for Retry-After seconds. The options `policy.otpFailuresToLock` and `policy.otpLockFor` set the limit."
  }
) {}

export class OtpBundleMalformed extends Refusal("OtpBundleMalformed")(invalid, {
  reason: "Malformed OTP bundle",
  message:
    "encryptedOtpBundle is malformed. Send the JSON text with encappedPublic and ciphertext in hex, as the HPKE library returns it.",
  cause: "The value is not a string of JSON, lacks a field, or a field is not hex of the expected length.",
  remedy: "Use the client library, or encrypt as docs/reference/protocol.md describes."
}) {}

export class OtpBundleUnopened extends Refusal("OtpBundleUnopened", ofLock)(unauthorized("OTP_BUNDLE_UNOPENED"), {
  reason: "OTP bundle cannot be decrypted",
  message:
    "The OTP bundle cannot be decrypted with the current target key. Encrypt the code to the newest otpEncryptionTargetBundle.",
  cause:
    "The code was encrypted to the target key of an earlier code, with another HPKE profile, or the plaintext is not a code and a public key.",
  remedy:
    "Read targetPublic from the newest bundle and encrypt again. Use the client library, or the vectors in docs/reference/protocol.md."
}) {}

export class OtpSuperseded extends Refusal("OtpSuperseded")(unauthorized("OTP_SUPERSEDED"), {
  reason: "A newer OTP code was requested",
  message: "A newer code was requested after this one was verified. Complete the login with the newest code.",
  cause: "A credential has one pending login. A newer challenge replaces it.",
  remedy: "Use the newest code and its target bundle. Disable the resend button while a login is in progress."
}) {}
