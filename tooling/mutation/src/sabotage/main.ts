import { parseArgs } from "node:util"
import { edits } from "./edits/index.ts"
import { write } from "./page.ts"
import type { Sabotage } from "./problems.ts"
import { type Report, runTests } from "./runTests.ts"
import { type Verdict, verdictOf } from "./verdict.ts"

/** What a run is called with. */
interface Settings {
  /** The rows whose edits run; all when empty. */
  readonly rows: ReadonlyArray<string>
  /** How many edits to draw. */
  readonly sample: number | undefined
  /** What they are drawn by: the same seed draws the same edits from the same list. */
  readonly seed: number
  /** How many edits run at a time. */
  readonly workers: number
}

/** Reads the command line. Throws on an argument that it does not know. */
export const settingsOf = (args: ReadonlyArray<string>): Settings => {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { sample: { type: "string" }, seed: { type: "string" }, workers: { type: "string", default: "2" } }
  })
  return {
    rows: positionals,
    sample: values.sample === undefined ? undefined : whole("--sample", values.sample),
    seed: values.seed === undefined ? Date.now() % 1_000_000 : whole("--seed", values.seed),
    workers: Math.max(1, whole("--workers", values.workers))
  }
}

const whole = (name: string, text: string): number => {
  if (/^\d{1,9}$/u.test(text)) return Number(text)
  throw new Error(`${name} needs a whole number`)
}

/** The edits that a run was called for. Throws on a row that has none. */
export const chosen = (edits: ReadonlyArray<Sabotage>, { rows, sample, seed }: Settings): ReadonlyArray<Sabotage> => {
  const unknown = rows.find((row) => !edits.some((edit) => edit.row === row))
  if (unknown !== undefined) throw new Error(`${unknown} has no edit in tooling/mutation/src/sabotage/edits`)
  const named = rows.length === 0 ? edits : edits.filter(({ row }) => rows.includes(row))
  return sample === undefined ? named : sampled(named, sample, seed)
}

/** `count` of the edits, drawn by `seed`, each at most once. */
export const sampled = (edits: ReadonlyArray<Sabotage>, count: number, seed: number): ReadonlyArray<Sabotage> => {
  const left = [...edits]
  let state = seed >>> 0
  return Array.from({ length: Math.min(count, edits.length) }, () => {
    // mulberry32: enough to draw by, and the same everywhere.
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return left.splice(((mixed ^ (mixed >>> 14)) >>> 0) % left.length, 1)
  }).flat()
}

/**
 * Runs the tests of each edit without it, all in one run, then each edit by itself, `workers` at a time. `each` is called
 * with every verdict as it is reached. Returns the verdicts in the order of the edits.
 */
export const runAll = async (
  sabotages: ReadonlyArray<Sabotage>,
  { each, workers }: { readonly workers: number; readonly each: (verdict: Verdict) => void }
): Promise<ReadonlyArray<Verdict>> => {
  const without = await baseline(sabotages)
  const verdicts = new Map<Sabotage, Verdict>()
  const waiting = sabotages.values()
  const work = async () => {
    for (const sabotage of waiting) {
      const report = await runTests({ files: sabotage.tests, rows: [sabotage.row] }, sabotage)
      const verdict = verdictOf(sabotage, without, report)
      verdicts.set(sabotage, verdict)
      each(verdict)
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
  return sabotages.flatMap((sabotage) => verdicts.get(sabotage) ?? [])
}

// The slow tests run apart: their switch makes other tests longer.
const baseline = async (sabotages: ReadonlyArray<Sabotage>): Promise<Report> => {
  const isSlow = (file: string) => file.endsWith(".slow.test.ts")
  const reports: Array<Report> = []
  for (const choose of [isSlow, (file: string) => !isSlow(file)]) {
    const files = [...new Set(sabotages.flatMap(({ tests }) => tests.filter(choose)))]
    const rows = [...new Set(sabotages.filter(({ tests }) => tests.some(choose)).map(({ row }) => row))]
    if (files.length > 0) reports.push(await runTests({ files, rows }))
  }
  return { tests: reports.flatMap(({ tests }) => tests), unloaded: reports.flatMap(({ unloaded }) => unloaded) }
}

const settings = settingsOf(process.argv.slice(2))
const sabotages = chosen(edits, settings)
const seed = settings.sample === undefined ? "" : `, drawn by --seed ${settings.seed}`
process.stdout.write(`${sabotages.length} of ${edits.length} edits${seed}\n`)

// Test runs are in groups of their own, which an interrupt does not reach. They are stopped as this process exits.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130))

const line = ({ noticedBy, problem, sabotage: { file, removes, row } }: Verdict): string =>
  noticedBy === undefined
    ? `NOT NOTICED ${row}  ${removes}  ${file}  ${problem}\n`
    : `${row}  ${removes}  ${noticedBy}\n`

const verdicts = await runAll(sabotages, {
  workers: settings.workers,
  each: (verdict) => process.stdout.write(line(verdict))
})
const unnoticed = verdicts.filter(({ noticedBy }) => noticedBy === undefined)
// Only a whole run is written down.
if (sabotages.length === edits.length) write(verdicts)
process.stdout.write(
  `\n${verdicts.length - unnoticed.length} of ${verdicts.length} noticed\n${unnoticed.map(line).join("")}`
)
process.exitCode = unnoticed.length === 0 ? 0 : 1
