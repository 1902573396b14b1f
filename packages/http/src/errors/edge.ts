// biome-ignore-all format: a table with one refusal per line
import { AnswerLost, AnswerTooLong, AnswerWithheld, CallInFlight, IdempotencyKeyReused, StoreUnavailable, Throttled } from "@countersign/core/internal"
import { entriesOf, entry } from "./Entry.ts"

/** The refusals that any call can receive. */
export const everyCall = {
  ...entriesOf({ StoreUnavailable, Throttled }),
  Defect: entry(500, "INTERNAL_ERROR", "", "The service failed. Nothing is known to have changed; quote details.incident when you report it."),
  HeaderRepeated: entry(400, "INVALID_INPUT", "Header sent twice", "A header that decides who calls, or what is signed, came more than once. Send it once."),
  InputInvalid: entry(400, "INVALID_INPUT", "", "The request has fields this endpoint refuses. details.errors names each one."),
  ScopeMissing: entry(403, "FORBIDDEN", "API token lacks the scope", "The API token may not do this. Use one with the scope in details.check."),
  Stopping: entry(503, "SERVICE_UNAVAILABLE", "Service is stopping", "This node takes no more calls. Nothing was done; send the call again, and another node will take it."),
  StoreUnmigrated: entry(503, "SERVICE_UNAVAILABLE", "Store has no tables", "The store's tables are missing, so nothing was done. Whoever runs this service runs `npx countersign migrate up`."),
  TargetNotNormal: entry(400, "INVALID_REQUEST_FORMAT", "Path not in normal form", "The path has dot segments, empty segments, a backslash, a fragment, or an escape that no path needs. Send it as a URL parser writes it, with letters, digits, slashes and -._~ unescaped."),
  TokenRefused: { ...entry(401, "UNAUTHORIZED", "API credentials refused", "The API token is missing, or none of this service. Send HTTP Basic credentials: its id, a colon and its secret."), check: "API_TOKEN" }
}

/** The refusals of any call whose method may have a body. Host middleware may have consumed the body. */
export const everyChange = {
  BodyTaken: entry(400, "INVALID_REQUEST_FORMAT", "Body was read before", "Something in front of this endpoint read the body and left none of it. Put it behind, or have it leave what it read in request.body.")
}

/** The refusals of a call whose body is read. */
export const everyBody = {
  BodyMalformed: entry(400, "INVALID_REQUEST_FORMAT", "", "The body is not JSON this API reads. Send UTF-8 JSON with no repeated keys, at most 32 levels deep."),
  BodyTooLarge: entry(413, "INVALID_REQUEST_FORMAT", "", "The body exceeds the limit of this server, 64 KiB unless its operator set another. Send a smaller one."),
  ContentTypeUnsupported: entry(415, "INVALID_REQUEST_FORMAT", "", "The body is not declared as JSON. Send Content-Type: application/json, without Content-Encoding.")
}

/** The refusals of a call that accepts an Idempotency-Key. */
export const everyKey = {
  ...entriesOf({ AnswerLost, AnswerTooLong, CallInFlight, IdempotencyKeyReused }),
  IdempotencyKeyMalformed: entry(400, "INVALID_INPUT", "Malformed Idempotency-Key", "An Idempotency-Key is 1 to 255 printable ASCII characters. Send one, such as a UUID, or none.")
}

/** The additional refusal of such a call when its response delivers a key. */
export const everySecret = entriesOf({ AnswerWithheld })

/** The refusals of a call that matches no endpoint of its mode. */
export const unrouted = {
  BodyUnexpected: entry(400, "INVALID_REQUEST_FORMAT", "Body on GET or HEAD", "No signature covers the body of a GET or HEAD request. Send the request without a body."),
  EndpointNotFound: entry(404, "REFERENCE_NOT_FOUND", "", "No endpoint has this path. See /docs for the ones there are, and check the version segment."),
  MethodNotAllowed: entry(405, "METHOD_NOT_ALLOWED", "", "This path has no such method. The Allow header lists the ones it has.")
}
