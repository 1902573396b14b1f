import { Context, type Effect, Schema } from "effect"
import type { Environment } from "../model/Environment.ts"
import { invalid } from "../model/entries.ts"
import type { Millis } from "../model/time.ts"
import type { StoreUnavailable } from "./Store.ts"

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
