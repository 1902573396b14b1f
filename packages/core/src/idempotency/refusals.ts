import { Schema } from "effect"
import { Millis } from "../model/time.ts"

/** The key was used for another body. */
export class IdempotencyKeyReused extends Schema.TaggedError<IdempotencyKeyReused>()("IdempotencyKeyReused", {}) {}

/** A call under this key is being answered. */
export class CallInFlight extends Schema.TaggedError<CallInFlight>()("CallInFlight", { until: Millis, at: Millis }) {}

/** A call under this key did what it was made for, and its answer was never kept. */
export class AnswerLost extends Schema.TaggedError<AnswerLost>()("AnswerLost", {}) {}

/** A call under this key was carried out, and what it answered is delivered once. */
export class AnswerWithheld extends Schema.TaggedError<AnswerWithheld>()("AnswerWithheld", {}) {}

/** A call under this key was carried out, and its answer is too long to be stored. */
export class AnswerTooLong extends Schema.TaggedError<AnswerTooLong>()("AnswerTooLong", {}) {}
