import { Schema } from "effect"

/** No request of this id exists here: never issued, swept and foreign ones are not told apart. */
export class RequestUnknown extends Schema.TaggedError<RequestUnknown>()("RequestUnknown", {}) {}

/** The id was issued for another operation or another target. */
export class RequestForAnotherCall extends Schema.TaggedError<RequestForAnotherCall>()("RequestForAnotherCall", {}) {}

/** The id was used once, and once is all (I1). */
export class RequestUsed extends Schema.TaggedError<RequestUsed>()("RequestUsed", {}) {}

/** Too many failed stamps, or a newer request took its place. */
export class RequestVoid extends Schema.TaggedError<RequestVoid>()("RequestVoid", {}) {}

export class RequestExpired extends Schema.TaggedError<RequestExpired>()("RequestExpired", {}) {}

/** The retry carried another body than the first call. */
export class RequestBodyDiffers extends Schema.TaggedError<RequestBodyDiffers>()("RequestBodyDiffers", {}) {}

/** A host's own endpoint would do something else on the retry than was signed. */
export class PayloadDiffers extends Schema.TaggedError<PayloadDiffers>()("PayloadDiffers", {}) {}

/** What a host's own endpoint asks its user to sign is too large to be stored for an unknown caller. */
export class PayloadTooLarge extends Schema.TaggedError<PayloadTooLarge>()("PayloadTooLarge", {}) {}

/** A call that has to be signed came without a stamp. */
export class StampMissing extends Schema.TaggedError<StampMissing>()("StampMissing", {}) {}

/** A stamp came without a request id. */
export class RequestIdMissing extends Schema.TaggedError<RequestIdMissing>()("RequestIdMissing", {}) {}

/** The header is not an API-key stamp. */
export class StampMalformed extends Schema.TaggedError<StampMalformed>()("StampMalformed", {}) {}

/** The stamp's key is not one that may sign this request. */
export class StampKeyRefused extends Schema.TaggedError<StampKeyRefused>()("StampKeyRefused", {}) {}

/** The signature does not hold over the payload that was issued. */
export class StampInvalid extends Schema.TaggedError<StampInvalid>()("StampInvalid", {}) {}
