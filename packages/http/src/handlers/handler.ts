import type { Effect } from "effect"
import type { HttpServerResponse } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import type { refusals } from "../contract/refusals.ts"
import type { everyCall } from "../contract/refusalsOfEvery.ts"
import type { Refused } from "../errors/answer.ts"

/** What a handler reads: the decoded request, less what ties it to the place of its endpoint in the api. */
type Decoded<Endpoint extends HttpApiEndpoint.Constraint> = Omit<Endpoint["~Request"], "endpoint" | "group" | "request">

/** What a handler answers: a body of its endpoint, or a refusal that its endpoint declares. */
type Answer<Endpoint extends HttpApiEndpoint.Constraint> =
  | Exclude<
      Effect.Success<ReturnType<HttpApiEndpoint.Handler<Endpoint, never, never>>>,
      HttpServerResponse.HttpServerResponse
    >
  | Refused<Declared<Endpoint["identifier"]>>

type Declared<Operation> =
  | (typeof everyCall)[number]
  | (Operation extends keyof typeof refusals ? (typeof refusals)[Operation][number] : never)

/** Types a handler by its endpoint, so that each can stand in a file of its own. */
export const handler = <Endpoint extends HttpApiEndpoint.Constraint, R>(
  _endpoint: Endpoint,
  handle: (request: Decoded<Endpoint>) => Effect.Effect<Answer<Endpoint>, never, R>
) => handle
