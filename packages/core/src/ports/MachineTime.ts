import { Clock, Context, Effect } from "effect"
import type { Millis } from "../model/time.ts"

/**
 * The time that other machines have: what they compare a signed timestamp with, and what they sign. It is the time of
 * the fiber unless wiring sets the machine's own clock, for programs that run under another.
 */
export const MachineTime = Context.Reference<Effect.Effect<Millis>>("@countersign/core/ports/MachineTime", {
  defaultValue: () => Clock.currentTimeMillis
})

/** Milliseconds since the epoch by the machine's own clock. */
export const machineTimeMillis: Effect.Effect<Millis> = Effect.flatMap(MachineTime, (time) => time)
