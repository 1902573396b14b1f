import { Effect, SchemaIssue } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import { InputValidation } from "../contract/InputValidation.ts"
import { refuse } from "../errors/answer.ts"

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** Names every field that did not decode, by its path and the rule it broke; never by what was sent. */
export const inputValidation = HttpApiMiddleware.layerSchemaErrorTransform(InputValidation, (error) => {
  // An answer of ours that its own contract refuses is our mistake, not the caller's.
  if (error.kind === "Body" || error.kind === "ResponseHeaders") return Effect.die(error)
  const errors = issuesOf(error.cause.issue).issues.map(({ message, path = [] }) => ({
    field: path.map((segment) => String(typeof segment === "object" ? segment.key : segment)).join("."),
    message
  }))
  return Effect.succeed(refuse({ _tag: "InputInvalid" }, { errors }))
})
