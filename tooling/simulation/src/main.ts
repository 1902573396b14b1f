import { availableParallelism } from "node:os"
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { coverageOf, sum } from "./coverage.ts"
import { measured, withEdit } from "./mutants.ts"
import { planted } from "./planted.ts"
import { record, recorded, recordRow } from "./record.ts"
import { inParallel, run } from "./runs.ts"
import { shrunk } from "./shrink.ts"
import type { Outcome } from "./simulate.ts"
import { story } from "./story.ts"
import { reportingSteps } from "./transitions.ts"

const write = (...lines: ReadonlyArray<string>): void => {
  process.stdout.write(`${lines.join("\n")}\n`)
}

const above0 = (option: string, text: string, isWhole = true): number => {
  const number = Number(text)
  if (!(number > 0) || (isWhole && !Number.isInteger(number)))
    throw new Error(`--${option} takes a ${isWhole ? "whole number" : "number"} above 0, but got ${text}`)
  return number
}

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: process.env.SEED ?? "1" },
    seeds: { type: "string", default: "1" },
    days: { type: "string", default: "7" },
    people: { type: "string", default: "12" },
    nodes: { type: "string", default: "3" },
    years: { type: "string" },
    visits: { type: "string" },
    minutes: { type: "string", default: "1440" },
    "at-once": { type: "string", default: String(availableParallelism()) },
    other: { type: "string" },
    mutants: { type: "boolean", default: false },
    record: { type: "boolean", default: false }
  }
})
const seed = above0("seed", values.seed)
const seeds = above0("seeds", values.seeds)
const atOnce = above0("at-once", values["at-once"])
const days = values.years === undefined ? above0("days", values.days) : 365 * above0("years", values.years)
const given = {
  days,
  people: above0("people", values.people),
  nodes: above0("nodes", values.nodes),
  ...(values.visits !== undefined && { visits: above0("visits", values.visits, false) }),
  ...(values.other !== undefined && { other: resolve(values.other) })
}

/** Runs seeds, begins none after `--minutes`, and prints each violation as a story, and what all runs have reached. */
const runSeeds = async (): Promise<void> => {
  const outcomes: Array<Outcome> = []
  const end = Date.now() + 60_000 * above0("minutes", values.minutes)
  await withEdit(reportingSteps, (program) =>
    inParallel(
      Array.from({ length: seeds }, (_, nth) => seed + nth),
      atOnce,
      async (one) => {
        if (Date.now() > end) return
        const outcome = await run({ ...given, seed: one }, program)
        outcomes.push(outcome.violations.length === 0 ? { ...outcome, acts: [], lines: [] } : outcome)
        const [violation] = outcome.violations
        const speed = Math.round((days * 86_400_000) / outcome.realMillis)
        const verdict = violation === undefined ? "held" : violation.invariant
        write(`seed ${one}: ${verdict}, ${outcome.digest.slice(0, 16)}, ${speed} times real time`)
      }
    )
  )
  for (const failing of outcomes.filter(({ violations }) => violations.length > 0)) {
    const { only, outcome } = await shrunk({ ...given, seed: failing.seed }, failing)
    write("", ...story({ ...outcome, acts: failing.acts }, only))
    process.exitCode = 1
  }
  const coverage = coverageOf(sum(outcomes.map(({ seen }) => seen)))
  if (values.record) recordRuns(outcomes, coverage)
  const { faults, operations, refusals, transitions } = coverage
  const rest = ({ explained, missing, of, reached }: typeof operations) =>
    `${reached} of ${of}; ${explained.length} cannot be reached (unreached.ts); missing: ${missing.join(", ")}`
  write(
    "",
    `operations: ${rest(operations)}`,
    `refusals: ${rest(refusals)}`,
    `transitions: ${rest(transitions)}`,
    ...faults.map(({ times, what }) => `${what}: ${times} times`)
  )
}

/** Records runs as the weeks or the year of the page, in the place of those before. */
const recordRuns = (outcomes: ReadonlyArray<Outcome>, coverage: ReturnType<typeof coverageOf>): void => {
  const millis = outcomes.reduce((all, { realMillis }) => all + realMillis, 0)
  const runs = {
    on: new Date().toISOString().slice(0, 10),
    first: seed,
    seeds: outcomes.length,
    days,
    people: given.people,
    nodes: given.nodes,
    visits: given.visits ?? 2,
    violations: outcomes.reduce((all, { violations }) => all + violations.length, 0),
    minutes: Math.round(millis / 60_000),
    timesRealTime: Math.round((outcomes.length * days * 86_400_000) / millis),
    digest: outcomes.find((one) => one.seed === seed)?.digest ?? "",
    coverage
  }
  record({ ...recorded(), [values.years === undefined ? "weeks" : "year"]: runs })
}

/** Plants each known fault, and records the invariant that its runs violate, and the numbers of seeds until then. */
const huntMutants = async (): Promise<void> => {
  const most = seeds === 1 ? MOST_SEEDS : seeds
  await inParallel(planted, atOnce, async (mutant) => {
    const row = await measured(mutant, given, most)
    write(`${mutant.row}, ${mutant.removes}: ${row.found.join(", ")} after ${row.seeds.join(", ")} seeds`)
    recordRow(row, planted)
    if (row.violates !== mutant.violates) process.exitCode = 1
  })
}
const MOST_SEEDS = 20

await (values.mutants ? huntMutants() : runSeeds())
