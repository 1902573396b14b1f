import type { Effect } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"

/** What a handler reads: the decoded request, less what ties it to the place of its endpoint in the api. */
type Decoded<Endpoint extends HttpApiEndpoint.Constraint> = Omit<Endpoint["~Request"], "endpoint" | "group" | "request">

type Answer<Endpoint extends HttpApiEndpoint.Constraint> = Effect.Success<
  ReturnType<HttpApiEndpoint.Handler<Endpoint, never, never>>
>

/** Types a handler by its endpoint, so that each can stand in a file of its own. */
export const handler = <Endpoint extends HttpApiEndpoint.Constraint, R>(
  _endpoint: Endpoint,
  handle: (request: Decoded<Endpoint>) => Effect.Effect<Answer<Endpoint>, never, R>
) => handle
