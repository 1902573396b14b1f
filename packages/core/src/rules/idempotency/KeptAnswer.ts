import { Schema } from "effect"
import { Millis } from "../../model/Environment.ts"
import { conflict } from "../../model/faults.ts"
import * as Collection from "../../store/Collection.ts"

/** A call with an idempotency key, and its answer. */
export const KeptAnswer = Schema.Struct({
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
export type KeptAnswer = typeof KeptAnswer.Type

/** Maximum size of a stored answer, in bytes (I20). */
export const ANSWER_STORED_MAX = 65_536

export const keptAnswers = Collection.make({
  name: "kept_answers",
  schema: KeptAnswer,
  id: ({ key }) => key,
  expiry: "expiresAt"
})

/** An answer without headers: one that needs headers is not stored. */
export const Answer = Schema.Struct({ status: Schema.Int, body: Schema.String })
export type Answer = typeof Answer.Type

// biome-ignore-all format: a table, one refusal a line

/** The key was used with another body. */
export class IdempotencyKeyReused extends Schema.TaggedError<IdempotencyKeyReused>()("IdempotencyKeyReused", {}) {
  static readonly entry = conflict(
    "Idempotency-Key used for another body",
    "This Idempotency-Key was used for another body. Send that body again, or this one under a new key."
  )
}

/** A call with this key is in progress. */
export class CallInFlight extends Schema.TaggedError<CallInFlight>()("CallInFlight", { until: Millis, at: Millis }) {
  static readonly entry = conflict(
    "Call in flight",
    "A call under this Idempotency-Key is being answered. Send this one again after Retry-After seconds."
  )
}

/** A call with this key was executed, and its answer was not stored. */
export class AnswerLost extends Schema.TaggedError<AnswerLost>()("AnswerLost", {}) {
  static readonly entry = conflict(
    "Answer was lost",
    "A call under this Idempotency-Key was carried out, and its answer was lost in a crash. Nothing was done again: read the resource for what is there now."
  )
}

/** A call with this key was executed, and its answer is delivered only once. */
export class AnswerWithheld extends Schema.TaggedError<AnswerWithheld>()("AnswerWithheld", {}) {
  static readonly entry = conflict(
    "Answer is delivered once",
    "A call under this Idempotency-Key was carried out. Its answer held a key for the client alone, so it was not kept: make the call anew, under a new key."
  )
}

/** A call with this key was executed, and its answer is too long to store. */
export class AnswerTooLong extends Schema.TaggedError<AnswerTooLong>()("AnswerTooLong", {}) {
  static readonly entry = conflict(
    "Answer is too long to be stored",
    "A call under this Idempotency-Key was carried out. Its answer was longer than 64 KiB, so it was not stored: read the resource for what is there now."
  )
}
