import type { State } from "../explore/State.ts"
import type { Committed, Step } from "../explore/Step.ts"

/** What must hold of every step. What must hold of a state is asked of each commit: nothing else changes a record. */
export interface Invariant {
  readonly name: string
  readonly says: string
  readonly holds: (before: State, step: Step) => boolean
}

/** A commit that was done: what was stored before it, and what is after. */
export interface Done {
  readonly before: State
  readonly after: State
  readonly commit: Committed
}

/** Asks of each commit that was done. */
export const ofCommits =
  (holds: (done: Done) => boolean): Invariant["holds"] =>
  (before, { after, event }) =>
    event._tag !== "Committed" || after.rows === before.rows || holds({ before, after, commit: event })
