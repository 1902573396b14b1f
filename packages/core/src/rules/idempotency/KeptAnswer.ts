import { Schema } from "effect"
import { Millis } from "../../model/Environment.ts"
import { conflict } from "../../model/faults.ts"
import * as Collection from "../../store/Collection.ts"

/** A call that was made under an idempotency key, and what it was answered. */
export const KeptAnswer = Schema.Struct({
  key: Schema.String,
  /** Of the body as it was sent, by the vault's key: a body may hold an account number. */
  bodyDigest: Schema.String,
  /** The answer, under the vault's key. Absent until there is one. */
  sealed: Schema.optionalKey(Schema.String),
  /** Set where the answer was a key for one client alone, and so is not kept. */
  isWithheld: Schema.optionalKey(Schema.Boolean),
  /** Set where the answer is longer than {@link ANSWER_STORED_MAX}, and so is not stored. */
  isTooLong: Schema.optionalKey(Schema.Boolean),
  madeAt: Millis,
  expiresAt: Millis
})
export type KeptAnswer = typeof KeptAnswer.Type

/** Bytes of the longest answer that is stored under a key (I20): a caller's keys cost the store no more than its calls. */
export const ANSWER_STORED_MAX = 65_536

export const keptAnswers = Collection.make({
  name: "kept_answers",
  schema: KeptAnswer,
  id: ({ key }) => key,
  expiry: "expiresAt"
})

/** What a caller is answered, without headers: an answer that needs some is not kept. */
export const Answer = Schema.Struct({ status: Schema.Int, body: Schema.String })
export type Answer = typeof Answer.Type

// biome-ignore-all format: a table, one refusal a line

/** The key was used for another body. */
export class IdempotencyKeyReused extends Schema.TaggedError<IdempotencyKeyReused>()("IdempotencyKeyReused", {}) {
  static readonly entry = conflict(
    "Idempotency-Key used for another body",
    "This Idempotency-Key was used for another body. Send that body again, or this one under a new key."
  )
}

/** A call under this key is being answered. */
export class CallInFlight extends Schema.TaggedError<CallInFlight>()("CallInFlight", { until: Millis, at: Millis }) {
  static readonly entry = conflict(
    "Call in flight",
    "A call under this Idempotency-Key is being answered. Send this one again after Retry-After seconds."
  )
}

/** A call under this key did what it was made for, and its answer was never kept. */
export class AnswerLost extends Schema.TaggedError<AnswerLost>()("AnswerLost", {}) {
  static readonly entry = conflict(
    "Answer was lost",
    "A call under this Idempotency-Key was carried out, and its answer was lost in a crash. Nothing was done again: read the resource for what is there now."
  )
}

/** A call under this key was carried out, and what it answered is delivered once. */
export class AnswerWithheld extends Schema.TaggedError<AnswerWithheld>()("AnswerWithheld", {}) {
  static readonly entry = conflict(
    "Answer is delivered once",
    "A call under this Idempotency-Key was carried out. Its answer held a key for the client alone, so it was not kept: make the call anew, under a new key."
  )
}

/** A call under this key was carried out, and its answer is too long to be stored. */
export class AnswerTooLong extends Schema.TaggedError<AnswerTooLong>()("AnswerTooLong", {}) {
  static readonly entry = conflict(
    "Answer is too long to be stored",
    "A call under this Idempotency-Key was carried out. Its answer was longer than 64 KiB, so it was not stored: read the resource for what is there now."
  )
}
