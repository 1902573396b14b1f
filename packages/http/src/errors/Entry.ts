import { FieldError } from "@countersign/core/internal"
import { Schema } from "effect"

export interface Entry {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 429 | 500 | 503
  /** Clients match on this; it never changes once published. */
  readonly code: string
  /** What happened, and what to do. */
  readonly message: string
  /** The failed check in a few words, for people and logs. */
  readonly reason?: string
  /** The failed check as a constant, for programs. */
  readonly check?: string
}

/** A refusal with a code of its own. An empty `reason` is none. */
export const entry = (status: Entry["status"], code: string, reason: string, message: string): Entry => ({
  status,
  code,
  message,
  ...(reason === "" ? {} : { reason })
})

/** A 400 of what was sent. */
export const invalid = (reason: string, message: string): Entry => entry(400, "INVALID_INPUT", reason, message)

/** A 404 of an id. */
export const missing = (message: string): Entry => entry(404, "REFERENCE_NOT_FOUND", "", message)

/** A 409 of the state that the resource has. */
export const conflict = (reason: string, message: string): Entry => entry(409, "CONFLICT", reason, message)

/** A 401: all share one code, so `check` and `reason` tell them apart. */
export const unauthorized = (check: string, reason: string, message: string): Entry => ({
  ...entry(401, "UNAUTHORIZED", reason, message),
  check
})

/** The envelope of every refusal. */
export const ErrorBody = Schema.Struct({
  status: Schema.Int,
  code: Schema.String,
  message: Schema.String,
  reason: Schema.optionalKey(Schema.String),
  details: Schema.optionalKey(
    Schema.Struct({
      reason: Schema.optionalKey(Schema.String),
      check: Schema.optionalKey(Schema.String),
      incident: Schema.optionalKey(Schema.String),
      errors: Schema.optionalKey(Schema.Array(FieldError)),
      more: Schema.optionalKey(Schema.String)
    })
  )
}).annotate({ identifier: "Error" })
