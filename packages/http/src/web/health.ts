import { checkReady, type Store } from "@countersign/core"
import { Effect } from "effect"
import { refuse } from "../errors/answer.ts"
import { json, type Reply } from "../serve/Reply.ts"

export const LIVE = "/health/live"
export const READY = "/health/ready"

/** For how long one look at the store answers everybody: whoever asks needs no token, and may ask often. */
const LOOK = "1 second"

/** Whether the process lives: that it answers is the answer. */
export const live = async (): Promise<Reply> => json(200, { status: "UP" })

/** Whether the store answers, with the refusal that a caller would meet where it does not. */
export const makeReady: Effect.Effect<Effect.Effect<Reply>, never, Store> = Effect.gen(function* () {
  const look = checkReady().pipe(
    Effect.match({
      onFailure: (refusal) => refuse(refusal),
      onSuccess: () => json(200, { status: "UP" })
    })
  )
  const context = yield* Effect.context<Store>()
  const shared = yield* Effect.cachedWithTTL(look, LOOK)
  return Effect.provideContext(shared, context)
})
