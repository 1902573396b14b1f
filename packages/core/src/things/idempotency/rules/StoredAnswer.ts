import { Schema } from "effect"
import { Millis } from "../../../model/Environment.ts"
import { conflict, Refusal } from "../../../model/Refusal.ts"
import * as Collection from "../../../store/Collection.ts"

export const StoredAnswer = Schema.Struct({
  key: Schema.String,
  /** A keyed digest of the body as received, because a body may contain an account number. */
  bodyDigest: Schema.String,
  /** The answer, encrypted with the vault key. Absent until there is one. */
  sealed: Schema.optionalKey(Schema.String),
  /** Set if the answer delivered key material, which is never stored (I7). */
  isWithheld: Schema.optionalKey(Schema.Boolean),
  /** Set if the answer exceeds {@link ANSWER_STORED_MAX} and is not stored. */
  isTooLong: Schema.optionalKey(Schema.Boolean),
  madeAt: Millis,
  expiresAt: Millis
})
export type StoredAnswer = typeof StoredAnswer.Type

/** Maximum size of a stored answer, in bytes (I20). */
export const ANSWER_STORED_MAX = 65_536

export const storedAnswers = Collection.make({
  name: "kept_answers",
  schema: StoredAnswer,
  id: "key",
  expiry: "expiresAt"
})

/** An answer without headers: one that needs headers is not stored. */
export const Answer = Schema.Struct({ status: Schema.Int, body: Schema.String })
export type Answer = typeof Answer.Type

export class IdempotencyKeyReused extends Refusal("IdempotencyKeyReused")(conflict, {
  reason: "Idempotency-Key reused with a different body",
  message: "This Idempotency-Key was already used with a different body. Send the original body, or use a new key.",
  cause:
    "A key identifies one call of an API token for 24 hours. The server compares the bytes of the body, so a different order of keys is a different body.",
  remedy: "Generate a new key for each operation. On a retry, send the exact bytes of the first call."
}) {}

export class CallInFlight extends Refusal("CallInFlight", { until: Millis, at: Millis })(conflict, {
  reason: "Call in progress",
  message: "Another call with this Idempotency-Key is in progress. Retry after Retry-After seconds.",
  cause: "The first call has not finished, or its server stopped and the lease on the key has not expired.",
  remedy: "Wait, then send the same request with the same key. It returns the response of the first call."
}) {}

export class AnswerLost extends Refusal("AnswerLost")(conflict, {
  reason: "Response was lost",
  message:
    "The first call with this Idempotency-Key was executed, but its response was lost. Read the resource to see the result.",
  cause:
    "The server stopped after it committed the change and before it stored the response. This call changed nothing.",
  remedy:
    "Read or list the resource. Check the result before you use a new key, because a new key executes the call again."
}) {}

export class AnswerWithheld extends Refusal("AnswerWithheld")(conflict, {
  reason: "Response is delivered once",
  message:
    "The first call with this Idempotency-Key was executed, and its response contained a secret that is delivered only once. Repeat the call with a new key.",
  cause: "The server does not store a response that contains a secret or an encrypted key.",
  remedy:
    "Make the call again with a new Idempotency-Key. If the lost response created a token or a session, revoke it."
}) {}

export class AnswerTooLong extends Refusal("AnswerTooLong")(conflict, {
  reason: "Response too long to store",
  message:
    "The first call with this Idempotency-Key was executed, but its response exceeds 64 KiB and was not stored. Read the resource to see the result.",
  cause: "The server stores responses of up to 64 KiB for each key, which limits the storage that one caller can use.",
  remedy:
    "Read or list the resource. Check the result before you use a new key, because a new key executes the call again."
}) {}
