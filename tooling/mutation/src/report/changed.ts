import { sourcesOf } from "../files.ts"
import { targetNamed } from "../targets.ts"
import { digestOf } from "./Outcome.ts"
import type { Outcomes } from "./page.ts"

/** The targets whose sources are not, or are no longer, those that were judged. */
export const changed = (outcomes: Outcomes): ReadonlyArray<string> =>
  Object.entries(outcomes).flatMap(([name, { digest }]) =>
    digestOf(sourcesOf(targetNamed(name))) === digest ? [] : [name]
  )
