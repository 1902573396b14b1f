import {
  CredentialType,
  credentialTypeOf,
  type Outcome,
  RequestId,
  type RetryHeaders,
  type SignedRequest
} from "@countersign/core/internal"
import { Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import type { RefusalTag } from "../errors/catalogue.ts"
import { Timestamp } from "./fields.ts"

/** The Idempotency-Key header. The server validates it before it handles the call. */
export const idempotencyHeader = {
  "idempotency-key": Schema.optionalKey(
    Schema.String.annotate({
      description:
        "1 to 255 printable characters. A repeated call with the same key returns the first response and does nothing else."
    })
  )
}

export const stampHeader = {
  "service-wallet-signature": Schema.optionalKey(
    Schema.String.annotate({
      description: "The stamp over payloadToSign, base64url",
      send: "the stamp over payloadToSign in base64url"
    })
  )
}

/** The second call of a signed retry sends both headers; the first call sends neither. */
export const retryHeaders = { ...stampHeader, "request-id": Schema.optionalKey(RequestId), ...idempotencyHeader }

/** The 202 body of every signed retry. The client signs the exact bytes of `payloadToSign`. */
export const SignedRequestChallenge = Schema.Struct({
  type: CredentialType,
  payloadToSign: Schema.String,
  requestId: RequestId,
  expiresAt: Timestamp
}).annotate({ identifier: "SignedRequestChallenge" })

export const signedRequestChallenge = (request: SignedRequest.Pending): typeof SignedRequestChallenge.Type => ({
  type: credentialTypeOf(request.credentialType),
  payloadToSign: request.payload,
  requestId: request.requestId,
  expiresAt: request.expiresAt
})

/** The first success response of an endpoint with a signed retry. */
export const Challenge = SignedRequestChallenge.pipe(HttpApiSchema.status(202))

/** The refusals that all signed retries share. */
export const ofRetry = [
  "RequestBodyDiffers",
  "RequestExpired",
  "RequestForAnotherCall",
  "RequestIdMissing",
  "RequestUnknown",
  "RequestUsed",
  "RequestVoid",
  "StampInvalid",
  "StampKeyRefused",
  "StampMalformed",
  "StampMissing"
] as const satisfies ReadonlyArray<RefusalTag>

/**
 * Runs an operation behind a signed retry. The first call returns the challenge; the signed call returns the result of
 * the operation.
 */
export const signed = <A, B, E, R>(
  headers: { readonly "service-wallet-signature"?: string; readonly "request-id"?: RequestId },
  operation: (retry: RetryHeaders) => Effect.Effect<Outcome<A>, E, R>,
  present: (reply: A) => B
): Effect.Effect<B | typeof SignedRequestChallenge.Type, E, R> =>
  Effect.map(operation({ stamp: headers["service-wallet-signature"], requestId: headers["request-id"] }), (outcome) =>
    outcome._tag === "Challenge" ? signedRequestChallenge(outcome.request) : present(outcome.reply)
  )
