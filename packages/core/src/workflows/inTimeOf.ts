import { Clock, Effect } from "effect"
import type { Environment } from "../model/Environment.ts"
import type { Millis } from "../model/time.ts"
import { CurrentEnvironment } from "../ports/CurrentEnvironment.ts"
import { EnvironmentTime } from "../ports/EnvironmentTime.ts"
import type { StoreUnavailable } from "../ports/Store.ts"
import { TimeAhead } from "../ports/TimeAhead.ts"

/** Runs a program in an environment, by the time of that environment. */
export const inTimeOf = <A, E, R>(environment: Environment, program: Effect.Effect<A, E, R>) =>
  byTimeOf(environment, Effect.provideService(program, CurrentEnvironment, environment))

/** Runs a program, which is told elsewhere in which environment it is, by the time of that environment. */
export const byTimeOf = <A, E, R>(
  environment: Environment,
  program: Effect.Effect<A, E, R>
): Effect.Effect<A, E | StoreUnavailable, R> =>
  Effect.flatMap(EnvironmentTime, (aheadOf) =>
    Effect.flatMap(aheadOf(environment), (ahead) => (ahead === 0 ? program : inTimeAhead(program, ahead)))
  )

const inTimeAhead = <A, E, R>(program: Effect.Effect<A, E, R>, ahead: Millis): Effect.Effect<A, E, R> =>
  Effect.clockWith((clock) =>
    program.pipe(Effect.provideService(TimeAhead, ahead), Effect.provideService(Clock.Clock, clockAhead(clock, ahead)))
  )

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
