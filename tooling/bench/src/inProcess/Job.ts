import type { Goal } from "../run/report.ts"
import type { Meter } from "./lockstep.ts"

/** Runs so many calls of one side of a comparison. The work of the client is not metered. */
export type Calls = (count: number, meter: Meter) => Promise<void>

/** A comparison of ours with its lower bound, or with another implementation. */
export interface Job {
  readonly name: string
  readonly ours: Calls
  readonly other: Calls
  /** How many times the CPU of the other side ours may take, or at least how many times ours the other takes. */
  readonly goal?: Goal | undefined
  /** Calls of each side in a round. Default: those of the extent. */
  readonly calls?: number
}
