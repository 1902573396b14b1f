import { Context, Effect, Fiber, Layer, Semaphore } from "@countersign/core/effect"
import { ClockControl, CurrentAttempt, DueWork, environmentKey, outside, type Store } from "@countersign/core/internal"
import { advanceClock } from "./advanceClock.ts"
import type { SandboxTime } from "./SandboxTime.ts"

/**
 * Advances the clocks of sandboxes. Each request runs in its own fiber with the configured services, without the faults
 * and the clock of the call, and completes even if the caller disconnects. Only the shutdown of the service interrupts
 * it, between two rounds. Requests for one environment run one after another; a caller that disconnects while it waits
 * has no effect.
 */
export const sandboxClockControl = Layer.effect(
  ClockControl,
  Effect.gen(function* () {
    const wired = yield* Effect.context<Store | SandboxTime>()
    const scope = yield* Effect.scope
    const turns = new Map<string, Semaphore.Semaphore>()
    const turnOf = (key: string): Semaphore.Semaphore => {
      const turn = turns.get(key) ?? Semaphore.makeUnsafe(1)
      turns.set(key, turn)
      return turn
    }
    return ClockControl.of({
      advance: Effect.fnUntraced(function* (environment, by) {
        const attempt = yield* CurrentAttempt
        const work = yield* DueWork
        const turn = turnOf(environmentKey(environment))
        const moved = advanceClock(environment, Math.max(0, Math.ceil(by)), attempt).pipe(
          Effect.ensuring(turn.release(1)),
          Effect.updateContext((_: Context.Context<never>) => Context.add(wired, DueWork, work))
        )
        return yield* Effect.uninterruptibleMask((restore) =>
          restore(turn.take(1)).pipe(
            Effect.andThen(Effect.forkIn(Effect.interruptible(moved), scope)),
            // The work that becomes due may take longer than a call may.
            Effect.flatMap((fiber) => outside(restore(Fiber.join(fiber))))
          )
        )
      })
    })
  })
)
