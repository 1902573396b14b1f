// biome-ignore-all format: a table, one refusal a line
import { Schema } from "effect"
import { invalid, unauthorized } from "../../model/faults.ts"

/** No request with this id exists. Unknown, swept and foreign requests are indistinguishable. */
export class RequestUnknown extends Schema.TaggedError<RequestUnknown>()("RequestUnknown", {}) { static readonly entry = unauthorized("REQUEST_ID_UNKNOWN", "Unknown request id", "No request of this id waits here. Make the first call again and sign the new payload.") }

/** The id was issued for another operation or another target. */
export class RequestForAnotherCall extends Schema.TaggedError<RequestForAnotherCall>()("RequestForAnotherCall", {}) { static readonly entry = unauthorized("REQUEST_ID_OF_ANOTHER_CALL", "Request id belongs to another call", "The Request-Id was issued for another operation or target. Send the one its own 202 answered.") }

/** The request id has been consumed (I1). */
export class RequestUsed extends Schema.TaggedError<RequestUsed>()("RequestUsed", {}) { static readonly entry = unauthorized("REQUEST_ID_USED", "Request id already used", "A request id works once, and this one has. Read the resource to see what it did.") }

/** Too many stamps failed, or a newer request replaced this one. */
export class RequestVoid extends Schema.TaggedError<RequestVoid>()("RequestVoid", {}) { static readonly entry = unauthorized("REQUEST_ID_VOID", "Request id void", "Too many stamps over this request did not hold. Make the first call again.") }

export class RequestExpired extends Schema.TaggedError<RequestExpired>()("RequestExpired", {}) { static readonly entry = unauthorized("REQUEST_ID_EXPIRED", "Request id expired", "The retry came after expiresAt. Make the first call again and sign the new payload.") }

/** The body of the retry differs from the first call. */
export class RequestBodyDiffers extends Schema.TaggedError<RequestBodyDiffers>()("RequestBodyDiffers", {}) { static readonly entry = unauthorized("WALLET_SIGNATURE_BODY_MISMATCH", "Retry body differs", "The retry must carry the body of the first call. Repeat that body, or start over.") }

/** A host's own endpoint would act differently on the retry than what was signed. */
export class PayloadDiffers extends Schema.TaggedError<PayloadDiffers>()("PayloadDiffers", {}) { static readonly entry = unauthorized("WALLET_SIGNATURE_PAYLOAD_MISMATCH", "Payload differs from the one signed", "What the endpoint would do now is not what was signed, and nothing was done. Make the first call again.") }

/** The payload of a host's own endpoint is too large to be stored for an unauthenticated caller. */
export class PayloadTooLarge extends Schema.TaggedError<PayloadTooLarge>()("PayloadTooLarge", {}) { static readonly entry = invalid("Payload to sign too large", "The payload to sign and the path exceed 4,096 bytes together. Send a call whose terms are shorter.") }

/** The call needs a stamp, and has none. */
export class StampMissing extends Schema.TaggedError<StampMissing>()("StampMissing", {}) { static readonly entry = unauthorized("WALLET_SIGNATURE_MISSING", "Signature header missing", "A call that has to be signed came without a stamp. Send it: beside the Request-Id on a retry, over its payload for a quote; a first call has neither.") }

/** The call has a stamp, but no request id. */
export class RequestIdMissing extends Schema.TaggedError<RequestIdMissing>()("RequestIdMissing", {}) { static readonly entry = unauthorized("REQUEST_ID_MISSING", "Request-Id header missing", "A stamp came without a Request-Id. Send both headers on the retry, and neither on the first call.") }

/** The header is not an API-key stamp. */
export class StampMalformed extends Schema.TaggedError<StampMalformed>()("StampMalformed", {}) { static readonly entry = unauthorized("WALLET_SIGNATURE_MALFORMED", "Malformed stamp", "The signature header is not a P-256 API-key stamp. Send base64url of its JSON: publicKey, scheme, and signature as hex of DER, not of raw r and s.") }

/** The stamp's key may not sign this request. */
export class StampKeyRefused extends Schema.TaggedError<StampKeyRefused>()("StampKeyRefused", {}) { static readonly entry = unauthorized("WALLET_SIGNATURE_KEY", "Stamp key may not sign this request", "The stamp's key is of no session that may sign this. Sign with an active session key of the same account.") }

/** The signature is not valid for the issued payload. */
export class StampInvalid extends Schema.TaggedError<StampInvalid>()("StampInvalid", {}) { static readonly entry = unauthorized("WALLET_SIGNATURE_INVALID", "Signature does not match the payload", "The stamp does not verify over payloadToSign. Sign its exact text, without parsing or re-serialising it.") }
