import { checkReady, type Store } from "@countersign/core"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { refuse } from "../errors/answer.ts"

export const LIVE = "/health/live"
export const READY = "/health/ready"

/** For how long one look at the store answers everybody: whoever asks needs no token, and may ask often. */
const LOOK = "1 second"

/** Whether the process lives: that it answers is the answer. */
export const live = async (): Promise<Response> => Response.json({ status: "UP" })

/** Whether the store answers, with the refusal that a caller would meet where it does not. */
export const makeReady: Effect.Effect<Effect.Effect<Response>, never, Store> = Effect.gen(function* () {
  const look = checkReady().pipe(
    Effect.match({
      onFailure: (refusal) => () => HttpServerResponse.toWeb(refuse(refusal)),
      onSuccess: () => () => Response.json({ status: "UP" })
    })
  )
  const context = yield* Effect.context<Store>()
  const shared = yield* Effect.cachedWithTTL(look, LOOK)
  return Effect.provideContext(
    Effect.map(shared, (answer) => answer()),
    context
  )
})
