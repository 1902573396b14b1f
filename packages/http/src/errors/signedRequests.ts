import { type Entry, unauthorized } from "./Entry.ts"
import type { SignedRequestTag } from "./RefusalTag.ts"

/** The refusals of a retry and its stamp. */
export const signedRequests: { readonly [Tag in SignedRequestTag]: Entry } = {
  PayloadTooLarge: {
    status: 400,
    code: "INVALID_INPUT",
    reason: "Payload to sign too large",
    message: "The payload to sign and the path exceed 4,096 bytes together. Send a call whose terms are shorter."
  },
  RequestBodyDiffers: unauthorized(
    "WALLET_SIGNATURE_BODY_MISMATCH",
    "Retry body differs",
    "The retry must carry the body of the first call. Repeat that body, or start over."
  ),
  RequestExpired: unauthorized(
    "REQUEST_ID_EXPIRED",
    "Request id expired",
    "The retry came after expiresAt. Make the first call again and sign the new payload."
  ),
  RequestForAnotherCall: unauthorized(
    "REQUEST_ID_OF_ANOTHER_CALL",
    "Request id belongs to another call",
    "The Request-Id was issued for another operation or target. Send the one its own 202 answered."
  ),
  RequestIdMissing: unauthorized(
    "REQUEST_ID_MISSING",
    "Request-Id header missing",
    "A stamp came without a Request-Id. Send both headers on the retry, and neither on the first call."
  ),
  RequestUnknown: unauthorized(
    "REQUEST_ID_UNKNOWN",
    "Unknown request id",
    "No request of this id waits here. Make the first call again and sign the new payload."
  ),
  RequestUsed: unauthorized(
    "REQUEST_ID_USED",
    "Request id already used",
    "A request id works once, and this one has. Read the resource to see what it did."
  ),
  RequestVoid: unauthorized(
    "REQUEST_ID_VOID",
    "Request id void",
    "Too many stamps over this request did not hold. Make the first call again."
  ),
  StampInvalid: unauthorized(
    "WALLET_SIGNATURE_INVALID",
    "Signature does not match the payload",
    "The stamp does not verify over payloadToSign. Sign its exact text, without parsing or re-serialising it."
  ),
  StampKeyRefused: unauthorized(
    "WALLET_SIGNATURE_KEY",
    "Stamp key may not sign this request",
    "The stamp's key is of no session that may sign this. Sign with an active session key of the same account."
  ),
  StampMalformed: unauthorized(
    "WALLET_SIGNATURE_MALFORMED",
    "Malformed stamp",
    "The signature header is not a P-256 API-key stamp. Send base64url of its JSON: publicKey, scheme, and signature as hex of DER, not of raw r and s."
  ),
  StampMissing: unauthorized(
    "WALLET_SIGNATURE_MISSING",
    "Signature header missing",
    "A call that has to be signed came without a stamp. Send it: beside the Request-Id on a retry, over its payload for a quote; a first call has neither."
  ),
  PayloadDiffers: unauthorized(
    "WALLET_SIGNATURE_PAYLOAD_MISMATCH",
    "Payload differs from the one signed",
    "What the endpoint would do now is not what was signed, and nothing was done. Make the first call again."
  )
}
