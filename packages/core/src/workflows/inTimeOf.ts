import { Clock, Effect } from "effect"
import type { Environment } from "../model/Environment.ts"
import type { Millis } from "../model/time.ts"
import { CurrentEnvironment } from "../ports/CurrentEnvironment.ts"
import { EnvironmentTime } from "../ports/EnvironmentTime.ts"
import { TimeAhead } from "../ports/TimeAhead.ts"

/** Runs a program in an environment, by the time of that environment. */
export const inTimeOf = Effect.fnUntraced(function* <A, E, R>(
  environment: Environment,
  program: Effect.Effect<A, E, R>
) {
  const ahead = yield* (yield* EnvironmentTime)(environment)
  const clock = yield* Clock.Clock
  return yield* program.pipe(
    Effect.provideService(CurrentEnvironment, environment),
    ahead === 0
      ? (same) => same
      : (moved) =>
          moved.pipe(
            Effect.provideService(TimeAhead, ahead),
            Effect.provideService(Clock.Clock, clockAhead(clock, ahead))
          )
  )
})

/** The time that another clock will show later. Waiting takes as long as by that one. */
const clockAhead = (clock: Clock.Clock, ahead: Millis): Clock.Clock => {
  const millis = () => clock.currentTimeMillisUnsafe() + ahead
  const nanos = () => clock.currentTimeNanosUnsafe() + BigInt(ahead) * 1_000_000n
  return {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: clock.monotonicTimeNanos,
    sleep: (duration) => clock.sleep(duration)
  }
}
