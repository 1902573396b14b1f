import { Schema } from "effect"
import { FieldError } from "../model/fieldErrors.ts"

/** No beneficial owner has this id here. */
export class OwnerNotFound extends Schema.TaggedError<OwnerNotFound>()("OwnerNotFound", {}) {}

/** The owner lacks fields that one must have here, all of them named. */
export class OwnerIncomplete extends Schema.TaggedError<OwnerIncomplete>()("OwnerIncomplete", {
  errors: Schema.Array(FieldError)
}) {}
