import * as core from "@countersign/core/internal"
import { Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import type { RefusalTag } from "../errors/catalogue.ts"
import { ListedType, shownType, Timestamp } from "./fields.ts"

export const stampHeader = {
  "service-wallet-signature": Schema.optionalKey(
    Schema.String.annotate({
      description: "The stamp over payloadToSign, base64url",
      send: "the stamp over payloadToSign in base64url"
    })
  )
}

/** The second call of a signed retry sends both headers; the first call sends neither. */
export const retryHeaders = { ...stampHeader, "request-id": Schema.optionalKey(core.RequestId) }

/** Describes what the platform's access policy requires of the session that signs. Absent without a rule for the call. */
export const StepUp = core.StepUp.annotate({ identifier: "StepUp" })

/** The 202 body of every signed retry. The client signs the exact bytes of `payloadToSign`. */
export const SignedRequestChallenge = Schema.Struct({
  type: ListedType,
  payloadToSign: Schema.String,
  requestId: core.RequestId,
  expiresAt: Timestamp,
  stepUp: Schema.optionalKey(StepUp)
}).annotate({ identifier: "SignedRequestChallenge" })

export const signedRequestChallenge = ({
  request,
  stepUp
}: Extract<core.Outcome<unknown>, { readonly _tag: "Challenge" }>): typeof SignedRequestChallenge.Type => ({
  type: shownType(request.credentialType),
  payloadToSign: request.payload,
  requestId: request.requestId,
  expiresAt: request.expiresAt,
  ...(stepUp === undefined ? {} : { stepUp })
})

const Challenge = SignedRequestChallenge.pipe(HttpApiSchema.status(202))

/** The refusals that all signed retries share. */
const ofRetry = [
  "AccountHeld",
  "AccountSuspended",
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
  "StampMissing",
  "StepUpRequired"
] as const satisfies ReadonlyArray<RefusalTag>

/** Returns the parts that signed retries share: the headers, the challenge of the first call, and the refusals. */
export const retry = <Success extends Schema.Top, const Tag extends RefusalTag>(
  success: Success,
  refusals: ReadonlyArray<Tag>
) => ({
  headers: retryHeaders,
  // The challenge is first, because NoContent accepts any value.
  success: [Challenge, success] as const,
  refusals: [...ofRetry, ...refusals]
})

/** Runs one leg of a signed retry. Returns the challenge of the first call, or the result of the signed one. */
export const signed = <Command, A, B, E, R>(
  operation: (command: Command, retry: core.RetryHeaders) => Effect.Effect<core.Outcome<A>, E, R>,
  headers: Schema.Struct.Type<typeof retryHeaders>,
  command: Command,
  present: (reply: A) => B
): Effect.Effect<B | typeof SignedRequestChallenge.Type, E, R> => {
  const retry = { stamp: headers["service-wallet-signature"], requestId: headers["request-id"] }
  return Effect.map(operation(command, retry), (outcome) =>
    outcome._tag === "Challenge" ? signedRequestChallenge(outcome) : present(outcome.reply)
  )
}
