import { Effect, flow, Result, Schema } from "@countersign/core/effect"
import { HttpApiSchema } from "@countersign/core/effect/http-api"
import * as core from "@countersign/core/internal"
import type { CallHeaders } from "../message/hostTypes.ts"
import { ListedType, optional, shownType, Timestamp } from "./fields.ts"

export const stampHeader = {
  "service-wallet-signature": Schema.optionalKey(
    Schema.String.annotate({
      description: "The stamp over payloadToSign, base64url",
      send: "the stamp over payloadToSign in base64url"
    })
  )
}

export const requestIdHeader = {
  "request-id": optional(
    Schema.String,
    "The requestId of the challenge. Without a stamp, a value that is no `Request:<uuid>` is ignored."
  )
}

/** The second call of a signed retry sends both headers; the first call sends neither. */
export const retryHeaders = { ...stampHeader, ...requestIdHeader }

/** Returns a Request-Id of this service. Tracing tools write values of their own under the same name (GD2). */
export const requestIdOf = (sent: string | undefined): core.RequestId | undefined => {
  const id = sent === undefined ? core.REFUSED : decodeRequestId?.(sent)
  return id === core.REFUSED ? undefined : id
}

/** Reads the headers of a signed retry where they are used. Only with a stamp, a malformed Request-Id is an error. */
export const retryOf = ({ "request-id": sent, "service-wallet-signature": stamp }: CallHeaders) => {
  const requestId = requestIdOf(sent)
  return sent === undefined || stamp === undefined || requestId !== undefined
    ? Result.succeed({ stamp, requestId })
    : Result.fail({ _tag: "InputInvalid", ...requestIdFaults({ "request-id": sent }) } as const)
}

const decodeRequestId = core.compiled(core.RequestId, { isStrict: false })
const OPTIONS = { isStrict: false, root: "headers" }
const requestIdFaults = core.faultsOf(Schema.Struct({ "request-id": core.RequestId }), OPTIONS)

export const StepUp = core.StepUp.annotate({ identifier: "StepUp" })

export const SignedRequestChallenge = Schema.Struct({
  type: ListedType,
  payloadToSign: Schema.String.annotate({
    description: "The exact text to sign. It looks like JSON, but parsing and serializing it changes the bytes"
  }),
  requestId: core.RequestId,
  expiresAt: Timestamp,
  stepUp: Schema.optionalKey(StepUp).annotateKey({
    description:
      "Describes what the access policy requires of the session that signs; absent without a rule for the call"
  })
}).annotate({
  identifier: "SignedRequestChallenge",
  description:
    "The payload that the client signs. Repeat the call with `requestId` and the stamp over `payloadToSign`, byte for byte"
})

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

/** The challenge as a response has it. */
export const writtenChallenge = flow(signedRequestChallenge, core.compiledDecoder(Schema.flip(SignedRequestChallenge)))

const Challenge = SignedRequestChallenge.pipe(HttpApiSchema.status(202))

/** The refusals of a call that names a pending request. */
export const ofRequest = [
  "RequestBodyDiffers",
  "RequestExpired",
  "RequestForAnotherCall",
  "RequestIdMissing",
  "RequestUnknown",
  "RequestUsed",
  "RequestVoid"
] as const

/** The refusals of a call that a session key of an account signs. */
export const ofStamp = [
  "AccountHeld",
  "AccountSuspended",
  "StampInvalid",
  "StampKeyRefused",
  "StampMalformed",
  "StampMissing",
  "StepUpRequired"
] as const

/** The refusals of a call with a code, encrypted to the bundle that its challenge returned. */
export const ofCode = ["OtpBundleMalformed", "OtpBundleUnopened", "OtpExhausted", "OtpExpired"] as const

export const toSign = {
  achieves: "A payload to sign. Nothing changes until a session key of the wallet has signed it.",
  because:
    "The payload names the call, its body and its target. It is consumed once, by this wallet's session keys alone.",
  writes: ["signed_requests"]
}

/** Returns the parts that signed retries share: the headers, the challenge of the first call, the refusals, and the row. */
export const retry = <Success extends Schema.Top, const Tag extends string>(
  success: Success,
  refusals: ReadonlyArray<Tag>
) => ({
  headers: retryHeaders,
  // The challenge is first, because NoContent accepts any value.
  success: [Challenge, success] as const,
  refusals: [...ofStamp, ...ofRequest, ...refusals],
  tokenAlone: toSign
})

/** Runs one leg of a signed retry. Returns the challenge of the first call, or the result of the signed one. */
export const signed = <Command, A, B, E, R>(
  operation: (command: Command, retry: core.RetryHeaders) => Effect.Effect<core.Outcome<A>, E, R>,
  headers: CallHeaders,
  command: Command,
  present: (reply: A) => B
) => {
  const retry = retryOf(headers)
  if (Result.isFailure(retry)) return Effect.fail(retry.failure)
  return Effect.map(operation(command, retry.success), (outcome) =>
    outcome._tag === "Challenge" ? signedRequestChallenge(outcome) : present(outcome.reply)
  )
}
