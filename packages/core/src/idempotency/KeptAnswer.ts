import { Schema } from "effect"
import { Millis } from "../model/time.ts"
import * as Collection from "../ports/Collection.ts"

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
