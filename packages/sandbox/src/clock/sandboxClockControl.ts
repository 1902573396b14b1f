import { ClockControl, Store, TimeAhead } from "@countersign/core"
import { Clock, Context, Effect, Layer } from "effect"
import { advanceClock } from "./advanceClock.ts"
import { SandboxTime } from "./SandboxTime.ts"

/** Moves the clocks of sandboxes by the time of the machine, whatever the time of the caller's own environment is. */
export const sandboxClockControl = Layer.effect(
  ClockControl,
  Effect.gen(function* () {
    const base = Context.pick(Store, SandboxTime)(yield* Effect.context<Store | SandboxTime>())
    const clock = yield* Clock.Clock
    return ClockControl.of({
      advance: (environment, by) =>
        advanceClock(environment, by).pipe(
          Effect.provideService(Clock.Clock, clock),
          Effect.provideService(TimeAhead, 0),
          Effect.provideContext(base)
        )
    })
  })
)
