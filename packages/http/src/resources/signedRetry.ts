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

/** The header of a call that may be made again. Whatever it holds is judged before the call is. */
export const idempotencyHeader = {
  "idempotency-key": Schema.optionalKey(
    Schema.String.annotate({
      description:
        "1 to 255 printable characters. Called again with it, the endpoint answers as it did, and does nothing."
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

/** Both on the retry, neither on the first call. */
export const retryHeaders = { ...stampHeader, "request-id": Schema.optionalKey(RequestId), ...idempotencyHeader }

/** The 202 of every signed retry. `payloadToSign` is stamped byte for byte. */
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

/** The first success of an endpoint that is a signed retry. */
export const Challenge = SignedRequestChallenge.pipe(HttpApiSchema.status(202))

/** What a signed retry refuses, whatever it is about. */
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

/** Runs an operation behind a signed retry: the challenge to sign, or what it answers to the call that is signed. */
export const signed = <A, B, E, R>(
  headers: { readonly "service-wallet-signature"?: string; readonly "request-id"?: RequestId },
  operation: (retry: RetryHeaders) => Effect.Effect<Outcome<A>, E, R>,
  present: (reply: A) => B
): Effect.Effect<B | typeof SignedRequestChallenge.Type, E, R> =>
  Effect.map(operation({ stamp: headers["service-wallet-signature"], requestId: headers["request-id"] }), (outcome) =>
    outcome._tag === "Challenge" ? signedRequestChallenge(outcome.request) : present(outcome.reply)
  )
