// biome-ignore-all format: a table, one refusal a line
import { Schema } from "effect"
import { entry, missing } from "../model/entries.ts"
import { FieldError } from "../model/fieldErrors.ts"

/** No beneficial owner has this id here. */
export class OwnerNotFound extends Schema.TaggedError<OwnerNotFound>()("OwnerNotFound", {}) { static readonly entry = missing("No beneficial owner has this id here. List those of the customer for the ones it has.") }

/** The owner lacks fields that one must have here, all of them named. */
export class OwnerIncomplete extends Schema.TaggedError<OwnerIncomplete>()("OwnerIncomplete", { errors: Schema.Array(FieldError) }) { static readonly entry = entry("invalid", "MISSING_MANDATORY_USER_INFO", "Beneficial owner is incomplete", "A beneficial owner has to have more than this. details.errors names each field that is missing.") }
