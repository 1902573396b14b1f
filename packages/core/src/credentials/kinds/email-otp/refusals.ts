// biome-ignore-all format: a table, one refusal a line
import { Schema } from "effect"
import { entry, invalid, unauthorized } from "../../../model/entries.ts"
import { Millis } from "../../../model/time.ts"

/** The decrypted code is not the one that was sent. */
export class OtpWrong extends Schema.TaggedError<OtpWrong>()("OtpWrong", {}) { static readonly entry = unauthorized("OTP_WRONG", "Invalid OTP code", "The code is not the one that was sent. Try again.") }

/** No code waits for an answer: none was sent, or it was used. */
export class OtpNotPending extends Schema.TaggedError<OtpNotPending>()("OtpNotPending", {}) { static readonly entry = unauthorized("OTP_NOT_PENDING", "No pending OTP", "No code waits for an answer. Ask for a new one.") }

export class OtpExpired extends Schema.TaggedError<OtpExpired>()("OtpExpired", {}) { static readonly entry = unauthorized("OTP_EXPIRED", "OTP code expired", "The code is over. Ask for a new one.") }

/** Too many wrong codes; no code is judged until the lock ends. */
export class OtpExhausted extends Schema.TaggedError<OtpExhausted>()("OtpExhausted", {}) { static readonly entry = unauthorized("OTP_LOCKED", "Too many wrong OTP codes", "Too many wrong codes: none is judged for now. Wait for the lock to end, then ask for a new code.") }

/** Too many wrong codes; no new one is sent before `until`. */
export class OtpCoolingDown extends Schema.TaggedError<OtpCoolingDown>()("OtpCoolingDown", { until: Millis, at: Millis }) { static readonly entry = { ...entry("limited", "RATE_LIMITED", "Too many wrong OTP codes", "Too many wrong codes. Ask for a new code after Retry-After seconds."), check: "OTP_LOCKED" } }

/** The bundle is not JSON of the two fields, or they are not hex of their shape. */
export class OtpBundleMalformed extends Schema.TaggedError<OtpBundleMalformed>()("OtpBundleMalformed", {}) { static readonly entry = invalid("Malformed OTP bundle", "encryptedOtpBundle is not JSON text of encappedPublic and ciphertext in hex. Send what the HPKE library made.") }

/** The bundle does not open with the target key in force, or what it holds is not a code and a key. */
export class OtpBundleUnopened extends Schema.TaggedError<OtpBundleUnopened>()("OtpBundleUnopened", {}) { static readonly entry = unauthorized("OTP_BUNDLE_UNOPENED", "OTP bundle does not open", "The bundle was not sealed to the target key in force. Seal the code to the newest otpEncryptionTargetBundle.") }

/** A newer code was asked for after this one was proven; only the newest login goes on. */
export class OtpSuperseded extends Schema.TaggedError<OtpSuperseded>()("OtpSuperseded", {}) { static readonly entry = unauthorized("OTP_SUPERSEDED", "A newer OTP code was requested", "A newer code was asked for after this one was proven. Finish the login of the newest code.") }
