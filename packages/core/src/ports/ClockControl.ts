import { Clock, Context, Effect } from "effect"
import type { Environment, Millis } from "../model/Environment.ts"
import { invalid, Refusal } from "../model/Refusal.ts"
import type { StoreUnavailable } from "../store/Store.ts"

/** The clock may not run that far ahead of the machine's clock. */
export class ClockLimitReached extends Refusal("ClockLimitReached")(invalid, {
  reason: "Sandbox clock limit reached",
  message: "The sandbox clock cannot be advanced that far. Advance it by less, or use another platform.",
  cause: "The clock of a sandbox can be at most ten years ahead of the server's clock. All earlier advances count.",
  remedy: "Use a shorter duration. A new sandbox platform starts at the current time."
}) {}

/** Moves the clock of a sandbox environment. Other environments have no clock of their own. */
export class ClockControl extends Context.Service<
  ClockControl,
  {
    /**
     * Moves the clock forward by `by` milliseconds. Returns the new time of the environment, after all of its work that
     * has become due is complete. The work runs in a separate fiber and completes even if the caller is interrupted.
     */
    readonly advance: (
      environment: Environment,
      by: Millis
    ) => Effect.Effect<Millis, ClockLimitReached | StoreUnavailable>
  }
>()("@countersign/core/ports/ClockControl") {}

/**
 * The time used by other machines, for timestamps that they sign or verify. Defaults to the fiber's clock. The wiring
 * sets the machine's clock for programs that run under another one.
 */
export const MachineTime = Context.Reference<Effect.Effect<Millis>>("@countersign/core/ports/MachineTime", {
  defaultValue: () => Clock.currentTimeMillis
})

/** The time by the clock of the node alone, to compare it with that of the store. */
export const NodeTime = Context.Reference<Effect.Effect<Millis>>("@countersign/core/ports/NodeTime", {
  defaultValue: () => Clock.currentTimeMillis
})

/** Returns a clock that shows `millis`, and reads it once for each time. A sleep takes the same time on both. */
export const clockShowing = (clock: Clock.Clock, millis: () => Millis): Clock.Clock => {
  const nanos = () => BigInt(millis()) * 1_000_000n
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

/** Returns a clock that is `ahead` of another. */
export const clockAhead = (clock: Clock.Clock, ahead: () => Millis) =>
  clockShowing(clock, () => clock.currentTimeMillisUnsafe() + ahead())

/** The largest difference between the clocks of a node and its store that is not reported, in milliseconds. */
const NEAR: Millis = 2000

/**
 * The clock of a node whose store has one: both show the same time, so that a record does not expire early or late by the
 * clock of the node that wrote it. `report` receives a difference of more than two seconds, once until it is gone.
 */
export const clockOfStore = (own: Clock.Clock, now: () => Millis | undefined, report: (ahead: Millis) => void) => {
  let isFar = false
  return clockShowing(own, () => {
    const at = own.currentTimeMillisUnsafe()
    const shown = Math.floor(now() ?? at)
    const ahead = shown - at
    const wasFar = isFar
    isFar = Math.abs(ahead) > (wasFar ? NEAR / 2 : NEAR)
    if (isFar && !wasFar) report(ahead)
    return shown
  })
}

/** Milliseconds since the epoch by the machine's own clock. */
export const machineTimeMillis: Effect.Effect<Millis> = Effect.flatMap(MachineTime, (time) => time)
