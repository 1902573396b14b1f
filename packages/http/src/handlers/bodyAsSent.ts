import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"

/** The body before it was decoded: ids, addresses and names are as their sender spelled them. It is known to be JSON. */
export const bodyAsSent = Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ json }) => Effect.orDie(json))
