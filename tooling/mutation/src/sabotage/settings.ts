import { parseArgs } from "node:util"
import type { Edit } from "./edits.ts"

/** The settings of a run. */
export interface Settings {
  /** The rows whose edits run. All rows when empty. */
  readonly rows: ReadonlyArray<string>
  /** Runs only the edits that no recorded run has detected. */
  readonly left: boolean
  /** The number of edits to sample. */
  readonly sample: number | undefined
  /** The seed of the sample. The same seed selects the same edits from the same list. */
  readonly seed: number
  /** The number of edits that run in parallel. */
  readonly workers: number
}

/** Parses the command line. Throws on an unknown argument. */
export const settingsOf = (args: ReadonlyArray<string>): Settings => {
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
    rows: positionals,
    left: values.left,
    sample: values.sample === undefined ? undefined : whole("--sample", values.sample),
    seed: values.seed === undefined ? Date.now() % 1_000_000 : whole("--seed", values.seed),
    workers: Math.max(1, whole("--workers", values.workers))
  }
}

const whole = (name: string, text: string): number => {
  if (/^\d{1,9}$/u.test(text)) return Number(text)
  throw new Error(`${name} needs a whole number`)
}

/** Returns the edits of a run. Throws on a row without an edit. */
export const chosen = (edits: ReadonlyArray<Edit>, { rows, sample, seed }: Settings): ReadonlyArray<Edit> => {
  const unknown = rows.find((row) => !edits.some((edit) => edit.row === row))
  if (unknown !== undefined) throw new Error(`${unknown} has no edit in tooling/mutation/defences`)
  const named = rows.length === 0 ? edits : edits.filter(({ row }) => rows.includes(row))
  return sample === undefined ? named : sampled(named, sample, seed)
}

/** Returns `count` distinct edits, selected by `seed`. */
export const sampled = <One>(edits: ReadonlyArray<One>, count: number, seed: number): ReadonlyArray<One> => {
  const left = [...edits]
  let state = seed >>> 0
  return Array.from({ length: Math.min(count, edits.length) }, () => {
    // mulberry32: sufficient for sampling, and deterministic on every platform.
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return left.splice(((mixed ^ (mixed >>> 14)) >>> 0) % left.length, 1)
  }).flat()
}
