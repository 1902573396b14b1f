import { HttpApiMiddleware } from "effect/http-api"
import { refusals } from "./bodies/ErrorBody.ts"

/** Turns a request that does not decode into a 400 that names every bad field. */
export class InputValidation extends HttpApiMiddleware.Service<InputValidation>()(
  "@countersign/http/contract/InputValidation",
  { error: refusals(400, 413, 415, 500) }
) {}
