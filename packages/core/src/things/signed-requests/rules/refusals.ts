// biome-ignore-all format: a table of refusals
import { invalid, Refusal, unauthorized } from "../../../model/Refusal.ts"

/** No request with this id exists. Unknown, swept and foreign requests are indistinguishable. */
export class RequestUnknown extends Refusal("RequestUnknown")(unauthorized("REQUEST_ID_UNKNOWN"), {
  reason: "Unknown request id",
  message: "No pending request with this id exists. Repeat the first call and sign the new payload.",
  cause: "The id is misspelled, expired long ago, or belongs to another platform or mode.",
  remedy: "Use the requestId of the newest 202 response, with the same API token."
}) {}

export class RequestForAnotherCall extends Refusal("RequestForAnotherCall")(unauthorized("REQUEST_ID_OF_ANOTHER_CALL"), {
  reason: "Request id belongs to another call",
  message: "The Request-Id was issued for another operation or target. Send the requestId from the 202 response of this call.",
  cause: "A request id is bound to the operation and the target of its first call.",
  remedy: "Store the requestId together with its call. Check that a proxy does not change the path between the two calls."
}) {}

/** The request id has been consumed (I1). */
export class RequestUsed extends Refusal("RequestUsed")(unauthorized("REQUEST_ID_USED"), {
  reason: "Request id already used",
  message: "The request id was already used, and each id works once. Read the resource to see the result.",
  cause: "An earlier retry with this id succeeded, possibly although its response was lost.",
  remedy: "Read the resource. Repeat the first call only if you intend a second operation."
}) {}

export class RequestVoid extends Refusal("RequestVoid")(unauthorized("REQUEST_ID_VOID"), {
  reason: "Request id invalidated",
  message: "The request id was invalidated by too many invalid signatures or by a newer request. Repeat the first call.",
  cause: "The server invalidates a request after 10 invalid signatures by default, which limits guessing. A newer login also replaces an older one.",
  remedy: "Correct the signature before you retry. `npx @countersign/cli explain` shows why a signature is invalid."
}) {}

export class RequestExpired extends Refusal("RequestExpired")(unauthorized("REQUEST_ID_EXPIRED"), {
  reason: "Request id expired",
  message: "The retry arrived after expiresAt. Repeat the first call and sign the new payload.",
  cause: "A signed request expires after 5 minutes by default, by the clock of the server.",
  remedy: "Start the signed retry when the end user is ready to sign. The option `policy.signedRequestLifetime` sets the lifetime."
}) {}

export class RequestBodyDiffers extends Refusal("RequestBodyDiffers")(unauthorized("WALLET_SIGNATURE_BODY_MISMATCH"), {
  reason: "Retry body differs",
  message: "The body of the retry differs from the body of the first call. Send the original body, or repeat the first call.",
  cause: "The signature covers the exact bytes of the first body. A different order of keys or different whitespace is a different body.",
  remedy: "Serialize the body once and send the same bytes in both calls."
}) {}

export class PayloadDiffers extends Refusal("PayloadDiffers")(unauthorized("WALLET_SIGNATURE_PAYLOAD_MISMATCH"), {
  reason: "Payload differs from the signed payload",
  message: "The operation changed after its payload was signed, so nothing was done. Repeat the first call and sign the new payload.",
  cause: "On the retry, the endpoint computed other terms than on the first call, for example a new fee.",
  remedy: "Start the signed retry again and show the end user the new terms. If nothing should have changed, make the payload of the guard deterministic."
}) {}

export class PayloadTooLarge extends Refusal("PayloadTooLarge")(invalid, {
  reason: "Payload to sign too large",
  message: "The payload to sign and the path exceed 4,096 bytes together. Send a request with shorter terms.",
  cause: "The server stores the payload before it knows the signer, so its size is limited.",
  remedy: "Return fewer fields from the guard, for example an id and a digest instead of a long text."
}) {}

export class StampMissing extends Refusal("StampMissing")(unauthorized("WALLET_SIGNATURE_MISSING"), {
  reason: "Signature header missing",
  message: "This call requires the signature header. On a retry, send it together with the Request-Id; to execute a quote, sign the quote's payloadToSign.",
  cause: "A Request-Id was sent without a signature, or a quote from an embedded wallet was executed without one. A first call has neither header.",
  remedy: "Sign payloadToSign with the session key and send the stamp in the signature header."
}) {}

export class RequestIdMissing extends Refusal("RequestIdMissing")(unauthorized("REQUEST_ID_MISSING"), {
  reason: "Request-Id header missing",
  message: "The Request-Id header is missing. Send the requestId of the 202 response, or of the challenge of a passkey.",
  cause: "The Request-Id names the payload that was signed, and without it the signature cannot be verified. A value of another form counts as absent.",
  remedy: "Send the requestId of the 202 response as Request-Id. Check that a proxy does not remove or replace the header."
}) {}

export class StampMalformed extends Refusal("StampMalformed")(unauthorized("WALLET_SIGNATURE_MALFORMED"), {
  reason: "Malformed stamp",
  message: "The signature header is not a valid P-256 API-key stamp. Send base64url JSON with publicKey, scheme and the DER signature in hex.",
  cause: "The header is not base64url, its JSON lacks a field, or the signature is raw r and s instead of DER.",
  remedy: "Use the client library, or convert the raw signature of WebCrypto to DER. `npx @countersign/cli explain` names the mistake."
}) {}

export class StampKeyRefused extends Refusal("StampKeyRefused")(unauthorized("WALLET_SIGNATURE_KEY"), {
  reason: "Stamp key may not sign this request",
  message: "The signing key does not belong to a session that may sign this request. Sign with an active session of the same account.",
  cause: "The session has expired, was revoked or belongs to another account. A credential cannot be deleted by a session of that credential.",
  remedy: "Sign in again, and sign with the key of the new session."
}) {}

export class StampInvalid extends Refusal("StampInvalid")(unauthorized("WALLET_SIGNATURE_INVALID"), {
  reason: "Signature does not match the payload",
  message: "The signature does not match payloadToSign. Sign the exact text of payloadToSign, without parsing or re-serializing it.",
  cause: "The client signed other bytes, signed a digest again, or used another key than the publicKey in the stamp.",
  remedy: "Sign the UTF-8 bytes of payloadToSign with ECDSA P-256 and SHA-256, once. `npx @countersign/cli explain` finds the difference."
}) {}
