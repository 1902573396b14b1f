import { Effect } from "effect"
import { Reply, toResponse, uncached } from "../serve/Reply.ts"
import { newRequestId } from "../web/requestId.ts"

/** What became of a call to a guarded endpoint: an answer to send as it is, or what it was let through with. */
export type Guarded<A> =
  | { readonly answer: Response; readonly granted: undefined }
  | { readonly answer: undefined; readonly granted: A }

export const refused = (reply: Reply): Guarded<never> => ({
  answer: toResponse(uncached(reply, newRequestId())),
  granted: undefined
})
export const granted = <A>(what: A): Guarded<A> => ({ answer: undefined, granted: what })

/** An answer of ours stops the call; anything else lets it through. */
export const guarded = <A, E, R>(program: Effect.Effect<{ readonly granted: A } | Reply, E, R>) =>
  Effect.map(program, (outcome): Guarded<A> => (outcome instanceof Reply ? refused(outcome) : granted(outcome.granted)))
