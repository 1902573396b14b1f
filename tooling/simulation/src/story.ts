import type { Outcome } from "./simulate.ts"
import { START } from "./world/cast.ts"

/** A failing run as a story: the acts that are left, the last that happened, and the violation. */
export const story = (
  { acts, lines, seed, violations }: Outcome,
  only: ReadonlyArray<number>
): ReadonlyArray<string> => {
  const [violation] = violations
  if (violation === undefined) return [`seed ${seed}: no invariant objects`]
  return [
    `seed ${seed}: ${violation.invariant} is violated: ${violation.says}`,
    `after ${only.length} acts:`,
    ...only.flatMap((nth) => {
      const act = acts[nth]
      return act === undefined ? [] : [`  ${new Date(START + act.at).toISOString()} ${act.who} ${act.does}`]
    }),
    "the last events:",
    ...lines.slice(-LAST).map((line) => `  ${line.slice(0, 300)}`)
  ]
}

const LAST = 25
