import { Context, Effect } from "effect"

/** The deadline of a call. It does not advance while the call waits for a party outside of the service. */
export interface Deadline {
  readonly pause: () => void
  readonly resume: () => void
}

/** The deadline of the call that this fiber runs, if any. */
export const CurrentDeadline = Context.Reference<Deadline | undefined>("@countersign/core/operations/CurrentDeadline", {
  defaultValue: () => undefined
})

/** Waits for a caller, a receiver or a verifier. Each wait has a timeout of its own. */
export const outside = <A, E, R>(wait: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(CurrentDeadline, (deadline) =>
    deadline === undefined
      ? wait
      : Effect.acquireUseRelease(
          Effect.sync(deadline.pause),
          () => wait,
          () => Effect.sync(deadline.resume)
        )
  )
