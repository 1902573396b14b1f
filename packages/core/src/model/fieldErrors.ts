import { Schema } from "effect"

/** What is wrong with one field of a request, without what was sent. */
export const FieldError = Schema.Struct({
  field: Schema.String,
  message: Schema.String,
  constraint: Schema.optionalKey(
    Schema.Struct({
      pattern: Schema.optionalKey(Schema.String),
      enum: Schema.optionalKey(Schema.Array(Schema.String)),
      minLength: Schema.optionalKey(Schema.Int),
      maxLength: Schema.optionalKey(Schema.Int)
    })
  )
})
export type FieldError = typeof FieldError.Type

/** A refusal lists this many faults, and counts the rest (I20). */
export const FAULTS_LISTED = 32
