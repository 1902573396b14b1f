import type { Outcome } from "./report/Recorded.ts"

/** What a run is told. */
export interface RunSettings {
  /** How much of it: `whole` where nobody says otherwise. */
  readonly size: number
  readonly seed: number
  readonly tell: (line: string) => void
}

/** Something that shows in the long run only. */
export interface Run {
  readonly name: string
  /** What it does, as a sentence. */
  readonly says: string
  /** What its size counts, and how much of that is all of it. */
  readonly unit: string
  readonly whole: number
  readonly run: (settings: RunSettings) => Promise<Outcome>
}
