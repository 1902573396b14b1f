import type { Sample } from "../run/Cell.ts"
import type { Line } from "./Line.ts"

/** The machine of a run, as far as it matters for its figures. */
export interface Machine {
  readonly processor: string
  readonly cores: number
  readonly gigabytes: number
  readonly system: string
  readonly node: string
  readonly postgres: string
  /** What waited for its cores in the minute before the run, the bench aside. */
  readonly busy: number
  /** The day of the run. */
  readonly date: string
}

/** All that a run came to. */
export interface Report {
  readonly machine: Machine
  readonly lines: ReadonlyArray<Line>
  readonly samples: ReadonlyArray<Sample>
}
