import { FieldError } from "@countersign/core"
import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { catalogue } from "../../errors/catalogue.ts"
import type { RefusalTag } from "../../errors/RefusalTag.ts"
import { refusals } from "../refusals.ts"

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

/** Declares the statuses of an operation's own refusals. */
export const refusalsOf = (operation: keyof typeof refusals) => statusesOf(refusals[operation])

/** Declares the statuses of refusals. */
export const statusesOf = (tags: ReadonlyArray<RefusalTag>) =>
  [...new Set(tags.map((tag) => catalogue[tag].status))].map((status) => ErrorBody.pipe(HttpApiSchema.status(status)))
