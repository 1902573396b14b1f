import { Clock, Context, Effect, Schema } from "effect"
import type { Environment, Millis } from "../model/Environment.ts"
import { invalid } from "../model/faults.ts"
import type { StoreUnavailable } from "../store/Store.ts"

/** The clock may not be moved that far ahead of the machine's. */
export class ClockLimitReached extends Schema.TaggedError<ClockLimitReached>()("ClockLimitReached", {}) {
  static readonly entry = invalid(
    "Sandbox clock limit reached",
    "The clock of a sandbox moves at most ten years ahead of the machine's. Advance it by less, or use another platform."
  )
}

/** Moves the time of an environment that has a clock of its own: of a sandbox, and of nothing else. */
export class ClockControl extends Context.Service<
  ClockControl,
  {
    /**
     * Moves the clock on by `by` milliseconds. When it returns, with the new time of the environment, all work of that
     * environment that came due on the way is done. The work runs in a fiber of its own and completes even if the
     * caller is interrupted.
     */
    readonly advance: (
      environment: Environment,
      by: Millis
    ) => Effect.Effect<Millis, ClockLimitReached | StoreUnavailable>
  }
>()("@countersign/core/ports/ClockControl") {}

/**
 * The time that other machines have: what they compare a signed timestamp with, and what they sign. It is the time of
 * the fiber unless wiring sets the machine's own clock, for programs that run under another.
 */
export const MachineTime = Context.Reference<Effect.Effect<Millis>>("@countersign/core/ports/MachineTime", {
  defaultValue: () => Clock.currentTimeMillis
})

/** Milliseconds since the epoch by the machine's own clock. */
export const machineTimeMillis: Effect.Effect<Millis> = Effect.flatMap(MachineTime, (time) => time)
