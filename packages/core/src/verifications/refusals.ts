import { Schema } from "effect"

/** No verification has this id here. */
export class VerificationNotFound extends Schema.TaggedError<VerificationNotFound>()("VerificationNotFound", {}) {}
