import { Context, Effect } from "effect"

/** A call in progress. Its deadline does not advance while it waits for a party outside of the service. */
export interface CallInProgress {
  readonly pause: () => void
  readonly resume: () => void
}

/** The call that this fiber runs, if any. */
export const CurrentCall = Context.Reference<CallInProgress | undefined>("@countersign/core/operations/CurrentCall", {
  defaultValue: () => undefined
})

/** Waits for a receiver, a verifier or a sandbox clock. Each wait has a bound of its own. */
export const outside = <A, E, R>(wait: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(CurrentCall, (call) => {
    if (call === undefined) return wait
    call.pause()
    return Effect.ensuring(wait, Effect.sync(call.resume))
  })
