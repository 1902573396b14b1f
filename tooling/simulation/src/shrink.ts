import { type RunSettings, run } from "./runs.ts"
import type { Outcome } from "./simulate.ts"
import { START } from "./world/cast.ts"

/**
 * Leaves out acts of a failing run while they still violate the same invariant: first halves, then ever smaller parts. Returns the
 * run with the fewest acts, and their numbers.
 */
export const shrunk = async (
  given: RunSettings,
  failing: Outcome,
  program?: string,
  runs = 60
): Promise<{ readonly outcome: Outcome; readonly only: ReadonlyArray<number> }> => {
  const invariant = failing.violations[0]?.invariant
  const until = (failing.violations[0]?.at ?? 0) - START
  let outcome = failing
  let only = failing.acts.flatMap(({ at }, nth) => (at <= until ? [nth] : []))
  let left = runs
  for (let size = Math.ceil(only.length / 2); size >= 1 && left > 0; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < only.length && left > 0; ) {
      const fewer = [...only.slice(0, from), ...only.slice(from + size)]
      left -= 1
      const tried = await run({ ...given, only: fewer }, program)
      if (tried.violations[0]?.invariant === invariant) [outcome, only] = [tried, fewer]
      else from += size
    }
  }
  return { outcome, only }
}
