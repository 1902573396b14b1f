import { Context } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import type { RefusalTag } from "../errors/RefusalTag.ts"
import { LenientBody } from "./LenientBody.ts"
import { Reach } from "./Reach.ts"
import { Repeatable, Withheld } from "./Repeatable.ts"

/** What every call may meet, whatever it asks for. */
export const everyCall = [
  "Defect",
  "HeaderRepeated",
  "InputInvalid",
  "ScopeMissing",
  "Stopping",
  "StoreUnavailable",
  "StoreUnmigrated",
  "TargetNotNormal",
  "Throttled",
  "TokenRefused"
] as const satisfies ReadonlyArray<RefusalTag>

/** What a call of a sandbox may meet. Operations that production has too do not list it: docs/sandbox.md does. */
export const everySandboxCall = ["FaultUnknown"] as const satisfies ReadonlyArray<RefusalTag>

/** What a call may meet that may bring a body, read or not: something in front may have taken it. */
export const everyChange = ["BodyTaken"] as const satisfies ReadonlyArray<RefusalTag>

/** What a call may meet whose body is read. */
export const everyBody = [
  "BodyMalformed",
  "BodyTooLarge",
  "ContentTypeUnsupported"
] as const satisfies ReadonlyArray<RefusalTag>

/** What a call may meet that takes an Idempotency-Key. */
const everyKey = (isWithheld: boolean): ReadonlyArray<RefusalTag> => [
  "CallInFlight",
  "IdempotencyKeyMalformed",
  "IdempotencyKeyReused",
  "AnswerLost",
  "AnswerTooLong",
  ...(isWithheld ? (["AnswerWithheld"] as const) : [])
]

/** What a call of an endpoint may meet before the endpoint is asked, and because of what it is. */
export const refusedBefore = (endpoint: HttpApiEndpoint.Top): ReadonlyArray<RefusalTag> => [
  ...everyCall,
  ...(endpoint.method === "GET" ? [] : everyChange),
  ...(endpoint.payload.size > 0 && !Context.get(endpoint.annotations, LenientBody) ? everyBody : []),
  ...(endpoint.method !== "GET" && Context.get(endpoint.annotations, Repeatable)
    ? everyKey(Context.get(endpoint.annotations, Withheld))
    : []),
  ...(Context.get(endpoint.annotations, Reach) === undefined ? [] : (["EndpointNotFound"] as const)),
  ...(Context.get(endpoint.annotations, Reach) === "sandbox" ? everySandboxCall : [])
]
