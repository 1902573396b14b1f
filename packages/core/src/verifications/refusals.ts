// biome-ignore-all format: a table, one refusal a line
import { Schema } from "effect"
import { missing } from "../model/entries.ts"

/** No verification has this id here. */
export class VerificationNotFound extends Schema.TaggedError<VerificationNotFound>()("VerificationNotFound", {}) { static readonly entry = missing("No verification has this id here. List the customer's verifications for the ones it has.") }
