import { FieldError } from "@countersign/core"
import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import type { Entry } from "../../errors/Entry.ts"

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
      errors: Schema.optionalKey(Schema.Array(FieldError))
    })
  )
}).annotate({ identifier: "Error" })

/** Declares the refusals an endpoint answers with, beside the ones every endpoint has. */
export const refusals = (...statuses: ReadonlyArray<Entry["status"]>) =>
  statuses.map((status) => ErrorBody.pipe(HttpApiSchema.status(status)))
