import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { unkept } from "../web/edge.ts"

/** What became of a call to a guarded endpoint: an answer to send as it is, or what it was let through with. */
export type Guarded<A> =
  | { readonly answer: Response; readonly granted: undefined }
  | { readonly answer: undefined; readonly granted: A }

export const refused = (answer: Response): Guarded<never> => ({ answer: unkept(answer), granted: undefined })
export const granted = <A>(what: A): Guarded<A> => ({ answer: undefined, granted: what })

/** An answer of ours stops the call; anything else lets it through. */
export const guarded = <A, E, R>(
  program: Effect.Effect<{ readonly granted: A } | HttpServerResponse.HttpServerResponse, E, R>
) =>
  Effect.map(
    program,
    (outcome): Guarded<A> =>
      HttpServerResponse.isHttpServerResponse(outcome)
        ? refused(HttpServerResponse.toWeb(outcome))
        : granted(outcome.granted)
  )
