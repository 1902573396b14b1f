import { ClockControl, CurrentAttempt, DueWork, environmentKey, type Store } from "@countersign/core/internal"
import { Context, Effect, Fiber, Layer, Semaphore } from "effect"
import { advanceClock } from "./advanceClock.ts"
import type { SandboxTime } from "./SandboxTime.ts"

/**
 * Moves the clocks of sandboxes. Each move runs in a fiber of its own, under the wired services and nothing of the
 * call's: neither its faults nor its clock, and it completes though the caller leaves. Only a service that stops ends it,
 * between two rounds. Moves of one environment run one after another; a caller that leaves while it waits for its turn
 * moves nothing.
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
            Effect.flatMap((fiber) => restore(Fiber.join(fiber)))
          )
        )
      })
    })
  })
)
