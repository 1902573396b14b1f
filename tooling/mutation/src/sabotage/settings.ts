import { parseArgs } from "node:util"
import { sample, shuffledSubarray } from "fast-check"
import type { Edit } from "./edits.ts"

/** Parses the command line. Throws on an unknown argument. */
export const settingsOf = (args: ReadonlyArray<string>) => {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      left: { type: "boolean", default: false },
      sample: { type: "string" },
      seed: { type: "string" },
      workers: { type: "string", default: "2" }
    }
  })
  return {
    /** The rows whose edits run. All rows when empty. */
    rows: positionals,
    /** Runs only the edits that no recorded run has detected. */
    left: values.left,
    /** The number of edits to sample. */
    sample: values.sample === undefined ? undefined : whole("--sample", values.sample),
    /** The seed of the sample. The same seed selects the same edits from the same list. */
    seed: values.seed === undefined ? Date.now() % 1_000_000 : whole("--seed", values.seed),
    /** The number of edits that run in parallel. */
    workers: Math.max(1, whole("--workers", values.workers))
  }
}

const whole = (name: string, text: string): number => {
  if (/^\d{1,9}$/u.test(text)) return Number(text)
  throw new Error(`${name} needs a whole number`)
}

/** Returns the edits of a run. Throws on a row without an edit. */
export const chosen = (
  edits: ReadonlyArray<Edit>,
  { rows, sample: count, seed }: ReturnType<typeof settingsOf>
): ReadonlyArray<Edit> => {
  const unknown = rows.find((row) => !edits.some((edit) => edit.row === row))
  if (unknown !== undefined) throw new Error(`${unknown} has no edit in tooling/mutation/defences`)
  const named = rows.length === 0 ? edits : edits.filter(({ row }) => rows.includes(row))
  return count === undefined ? named : sampled(named, count, seed)
}

/** Returns `count` distinct edits, selected by `seed`. */
export const sampled = <One>(edits: ReadonlyArray<One>, count: number, seed: number): ReadonlyArray<One> => {
  const length = Math.min(count, edits.length)
  const some = shuffledSubarray([...edits], { minLength: length, maxLength: length })
  const [drawn = []] = sample(some, { seed, numRuns: 1 })
  return drawn
}
