import { readFileSync, writeFileSync } from "node:fs"
import type { coverageOf } from "./coverage.ts"
import type { Planted } from "./planted.ts"

/** A planted fault: the invariant that its runs violate, and the number of seeds until then in each range of seeds. */
export interface Row extends Planted {
  readonly violates: string
  readonly seeds: ReadonlyArray<number>
}

/** Runs of one length, with seeds that follow each other. */
export interface Runs {
  readonly on: string
  readonly seeds: number
  readonly first: number
  readonly days: number
  readonly people: number
  readonly nodes: number
  readonly visits: number
  readonly violations: number
  /** Of all processes together. */
  readonly minutes: number
  readonly timesRealTime: number
  /** The digest of the history of the first seed. */
  readonly digest: string
  readonly coverage: ReturnType<typeof coverageOf>
}

export interface Recorded {
  readonly weeks?: Runs
  readonly year?: Runs
  readonly planted: ReadonlyArray<Row>
}

const file = (name: string) => new URL(`../../../docs/generated/${name}`, import.meta.url)

export const recorded = (): Recorded => JSON.parse(readFileSync(file("simulation.json"), "utf8"))

/** Writes the record, and the page of it. */
export const record = (all: Recorded): void => {
  writeFileSync(file("simulation.json"), `${JSON.stringify(all, undefined, 2)}\n`)
  writeFileSync(file("simulation.md"), pageOf(all))
}

/** Records a planted fault, in the order of the list, and drops those that are no longer planted. */
export const recordRow = (row: Row, planted: ReadonlyArray<Planted>): void => {
  const before = recorded()
  const rows = [row, ...before.planted]
  const sorted = planted.flatMap(
    (one) => rows.find(({ removes, row: of }) => of === one.row && removes === one.removes) ?? []
  )
  record({ ...before, planted: sorted })
}

export const pageOf = ({ planted, weeks, year }: Recorded): string => {
  const ran = [weeks, year].flatMap((runs) => runs ?? [])
  return [
    "<!-- Written by npm run simulate. -->",
    "# What was simulated",
    `Nodes of this library on one database, with everything around them simulated: networks, clocks, restarts, failovers, users,
thieves, a bank, a mail server, an issuer. The [invariants](../security.md#invariants) are checked after each commit and each answer. A seed
decides everything, so a run can be repeated. [How it works, and how to run it](../maintain/simulation.md);
[the faults that it found](../maintain/field.md).`,
    ran.length === 0
      ? "No run is recorded."
      : table(
          ["", ...ran.map(title)],
          FIGURES.map(([name, figure]) => [name, ...ran.map(figure)])
        ),
    `## What it cannot show

- The database is simulated. [Differential tests](../../tooling/differential) compare it with PostgreSQL.
- Clients run without a browser.
- Nothing is measured: a simulated second costs no time.
- It finds no fault that no invariant describes, or that needs a party that is not in it.`,
    ...(weeks === undefined ? [] : [reachedPart(weeks, year)]),
    `## Planted faults

Each fault removes one defence, and runs of a week find it by an invariant. Seeds: how many runs that took, as the median, and in each
range of seeds.`,
    `${table(
      ["Threat", "Fault", "Invariant", "Seeds", "In each range"],
      planted.map(({ removes, row, seeds, violates }) => [row, removes, violates, medianOf(seeds), seeds.join(", ")])
    )}\n`
  ].join("\n\n")
}

const title = ({ days, seeds }: Runs): string => (days === 7 ? `${seeds} weeks` : `${days} days`)

const number = (value: number): string => value.toLocaleString("en-US")

const FIGURES: ReadonlyArray<readonly [string, (runs: Runs) => string]> = [
  ["Seeds", ({ first, seeds }) => (seeds === 1 ? `${first}` : `${first} to ${first + seeds - 1}`)],
  ["Users, visits of each in a day", ({ people, visits }) => `${people}, ${visits}`],
  ["Nodes, platforms", ({ nodes }) => `${nodes}, 4 in 7 environments`],
  ["Violations", ({ violations }) => number(violations)],
  ["Time of one process", ({ minutes }) => `${number(minutes)} minutes`],
  ["Simulated time by real time", ({ timesRealTime }) => `${number(timesRealTime)} times`],
  ["Operations", ({ coverage }) => share(coverage.operations)],
  ["Refusals", ({ coverage }) => share(coverage.refusals)],
  ["Transitions of state machines", ({ coverage }) => share(coverage.transitions)],
  ["Digest of the history of the first seed", ({ digest }) => `\`${digest.slice(0, 16)}\``],
  ["Run on", ({ on }) => on]
]

const share = ({ of, reached }: Runs["coverage"]["operations"]): string => `${reached} of ${of}`

/** Each fault of the weeks by its number, and the list of what neither they nor the year reached, with the reasons. */
const reachedPart = ({ coverage: { faults, ...parts } }: Runs, year?: Runs): string => {
  const rest = (["operations", "refusals", "transitions"] as const).flatMap((part) => [
    ...parts[part].explained.map(({ name, reason }) => [name, reason]),
    ...parts[part].missing
      .filter((name) => year?.coverage[part].missing.includes(name) ?? true)
      .map((name) => [name, "no run met it"])
  ])
  const sorted = faults.toSorted((one, other) => other.times - one.times)
  return [
    "## Faults of the weeks",
    table(
      ["Fault", "Times"],
      sorted.map(({ times, what }) => [what, number(times)])
    ),
    "## Not reached in the weeks nor in the year",
    table(["Operation, refusal or transition", "Reason"], rest)
  ].join("\n\n")
}

const medianOf = (numbers: ReadonlyArray<number>): string =>
  String(numbers.toSorted((one, other) => one - other)[Math.floor((numbers.length - 1) / 2)] ?? 0)

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")
