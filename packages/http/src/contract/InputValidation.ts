import { HttpApiMiddleware } from "effect/http-api"
import { statusesOf } from "./bodies/ErrorBody.ts"
import { everyBody } from "./refusalsOfEvery.ts"

/** Turns a request that does not decode into a 400 that names every bad field. */
export class InputValidation extends HttpApiMiddleware.Service<InputValidation>()(
  "@countersign/http/contract/InputValidation",
  { error: statusesOf(everyBody) }
) {}
