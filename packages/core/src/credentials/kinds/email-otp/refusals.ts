import { Schema } from "effect"
import { Millis } from "../../../model/time.ts"

/** The decrypted code is not the one that was sent. */
export class OtpWrong extends Schema.TaggedError<OtpWrong>()("OtpWrong", {}) {}

/** No code waits for an answer: none was sent, or it was used. */
export class OtpNotPending extends Schema.TaggedError<OtpNotPending>()("OtpNotPending", {}) {}

export class OtpExpired extends Schema.TaggedError<OtpExpired>()("OtpExpired", {}) {}

/** Too many wrong codes; no code is judged until the lock ends. */
export class OtpExhausted extends Schema.TaggedError<OtpExhausted>()("OtpExhausted", {}) {}

/** Too many wrong codes; no new one is sent before `until`. */
export class OtpCoolingDown extends Schema.TaggedError<OtpCoolingDown>()("OtpCoolingDown", {
  until: Millis,
  at: Millis
}) {}

/** The bundle is not JSON of the two fields, or they are not hex of their shape. */
export class OtpBundleMalformed extends Schema.TaggedError<OtpBundleMalformed>()("OtpBundleMalformed", {}) {}

/** The bundle does not open with the target key in force, or what it holds is not a code and a key. */
export class OtpBundleUnopened extends Schema.TaggedError<OtpBundleUnopened>()("OtpBundleUnopened", {}) {}

/** A newer code was asked for after this one was proven; only the newest login goes on. */
export class OtpSuperseded extends Schema.TaggedError<OtpSuperseded>()("OtpSuperseded", {}) {}
