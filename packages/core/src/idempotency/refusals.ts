// biome-ignore-all format: a table, one refusal a line
import { Schema } from "effect"
import { conflict } from "../model/entries.ts"
import { Millis } from "../model/time.ts"

/** The key was used for another body. */
export class IdempotencyKeyReused extends Schema.TaggedError<IdempotencyKeyReused>()("IdempotencyKeyReused", {}) { static readonly entry = conflict("Idempotency-Key used for another body", "This Idempotency-Key was used for another body. Send that body again, or this one under a new key.") }

/** A call under this key is being answered. */
export class CallInFlight extends Schema.TaggedError<CallInFlight>()("CallInFlight", { until: Millis, at: Millis }) { static readonly entry = conflict("Call in flight", "A call under this Idempotency-Key is being answered. Send this one again after Retry-After seconds.") }

/** A call under this key did what it was made for, and its answer was never kept. */
export class AnswerLost extends Schema.TaggedError<AnswerLost>()("AnswerLost", {}) { static readonly entry = conflict("Answer was lost", "A call under this Idempotency-Key was carried out, and its answer was lost in a crash. Nothing was done again: read the resource for what is there now.") }

/** A call under this key was carried out, and what it answered is delivered once. */
export class AnswerWithheld extends Schema.TaggedError<AnswerWithheld>()("AnswerWithheld", {}) { static readonly entry = conflict("Answer is delivered once", "A call under this Idempotency-Key was carried out. Its answer held a key for the client alone, so it was not kept: make the call anew, under a new key.") }

/** A call under this key was carried out, and its answer is too long to be stored. */
export class AnswerTooLong extends Schema.TaggedError<AnswerTooLong>()("AnswerTooLong", {}) { static readonly entry = conflict("Answer is too long to be stored", "A call under this Idempotency-Key was carried out. Its answer was longer than 64 KiB, so it was not stored: read the resource for what is there now.") }
