import type { CurrentEnvironment, Scope } from "@countersign/core"
import { Context } from "effect"
import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import { statusesOf } from "./bodies/ErrorBody.ts"
import type { ModePorts } from "./Modes.ts"
import { everyCall } from "./refusalsOfEvery.ts"

/** The scope an endpoint asks of the API token; a reader of lists is asked for VIEW. */
export const RequiredScope = Context.Reference<Scope>("@countersign/http/contract/RequiredScope", {
  defaultValue: () => "VIEW"
})

/** HTTP Basic with the API token. Gives the endpoint its environment, and the ports of that environment's mode. */
export class Authentication extends HttpApiMiddleware.Service<
  Authentication,
  { provides: CurrentEnvironment | ModePorts }
>()("@countersign/http/contract/Authentication", {
  security: { basic: HttpApiSecurity.basic },
  error: statusesOf(everyCall)
}) {}
