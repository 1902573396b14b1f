import { fieldFaults } from "@countersign/core"
import { Effect } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import { InputValidation } from "../contract/InputValidation.ts"
import { refuse } from "../errors/answer.ts"

/** Names every field that did not decode, by its path and the rule it broke; never by what was sent. */
export const inputValidation = HttpApiMiddleware.layerSchemaErrorTransform(InputValidation, (error) => {
  // An answer of ours that its own contract refuses is our mistake, not the caller's.
  if (error.kind === "Body" || error.kind === "ResponseHeaders") return Effect.die(error)
  return Effect.succeed(refuse({ _tag: "InputInvalid" }, { errors: fieldFaults(error.cause) }))
})
