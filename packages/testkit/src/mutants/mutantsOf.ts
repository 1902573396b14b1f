import { Effect } from "effect"
import { commits } from "./commits.ts"
import { keys } from "./keys.ts"
import type { Service } from "./Mutant.ts"
import { meetings } from "./meetings.ts"
import { reads } from "./reads.ts"
import { rows } from "./rows.ts"
import { work } from "./work.ts"

export interface Mutant {
  readonly name: string
  /** The promise of the port that it breaks. */
  readonly breaks: string
  readonly store: Effect.Effect<Service>
}

/** Stores that are broken in one way each, over one that is not: a suite is as good as the mutants it tells apart. */
export const mutantsOf = (make: Effect.Effect<Service>): ReadonlyArray<Mutant> =>
  [...commits, ...keys, ...reads, ...rows, ...work, ...meetings].map(({ breaks, name, over }) => ({
    name,
    breaks,
    store: Effect.map(make, over)
  }))
