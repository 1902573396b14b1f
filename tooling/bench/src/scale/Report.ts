import type { Row } from "./growth.ts"
import type { Population } from "./Population.ts"
import type { Seeded } from "./seed.ts"
import type { Swept } from "./sweeping.ts"

/** Everything that a run found out. `docs/generated/scale.json` is this. */
export interface Report {
  readonly node: string
  readonly postgres: string
  readonly cores: number
  readonly seeded: ReadonlyArray<Population & Seeded>
  readonly rows: ReadonlyArray<Row>
  readonly swept: ReadonlyArray<Swept>
}

/** The report as a page. */
export const printed = ({ cores, node, postgres, rows, seeded, swept }: Report): string => {
  const sizes = [...new Set(rows.map(({ sessions }) => sessions))].toSorted((a, b) => a - b)
  const names = [...new Set(rows.map(({ flow }) => flow))]
  const of = (flow: string, sessions: number) => rows.find((row) => row.flow === flow && row.sessions === sessions)
  const [least = 0, most = 0] = [sizes.at(0), sizes.at(-1)]
  const growthOf = `${counted(most)} to ${counted(least)}`
  const ratio = (flow: string, figure: "p50" | "pages"): string =>
    fixed((of(flow, most)?.[figure] ?? Number.NaN) / (of(flow, least)?.[figure] ?? Number.NaN), 2)
  return `<!-- Written by npm run bench:scale. -->

# Growth

What each flow takes as the tables grow. All sizes were measured in turn, in one run, by one user at a time, calling the
handler in its process; holders were drawn from all over the tables. Compare within a line: the machine did other things too.
Node ${node}, PostgreSQL ${postgres}, ${cores} cores.

## Time

Median milliseconds by active sessions, and in brackets the time below which 95 in 100 lay.

${table(
  ["Flow", ...sizes.map(counted), growthOf],
  names.map((flow) => [
    flow,
    ...sizes.map((size) => `${fixed(of(flow, size)?.p50)} (${fixed(of(flow, size)?.p95)})`),
    ratio(flow, "p50")
  ])
)}

The first time that a holder was met, pages may have come from disk. Median milliseconds then:

${table(
  ["Flow", ...sizes.map(counted)],
  names.map((flow) => [flow, ...sizes.map((size) => fixed(of(flow, size)?.firstP50))])
)}

## Pages

Pages of 8 KiB that one run of a flow touched, from memory or from disk. A table was read from end to end
${rows.reduce((sum, { tableScans }) => sum + tableScans, 0)} times, over all flows and sizes.

${table(
  ["Flow", ...sizes.map(counted), growthOf],
  names.map((flow) => [flow, ...sizes.map((size) => fixed(of(flow, size)?.pages, 0)), ratio(flow, "pages")])
)}

## Sweeping

Spent requests, swept in batches of 500 without a pause, while one user sent first legs without a pause.

${table(
  ["Sessions", "Removed", "Removed a second", "Leg before, p50 ms", "Leg meanwhile, p50 ms", "p95 ms"],
  swept.map((one) => [
    counted(one.sessions),
    counted(one.removed),
    counted(Math.round(one.perSecond)),
    fixed(one.legP50Before),
    fixed(one.legP50),
    fixed(one.legP95)
  ])
)}

## The databases

${table(
  ["Sessions", "Spent requests", "Wallets", "Tables, GB", "Indexes, GB", "Seeded in, min"],
  seeded.map((one) => [
    counted(one.sessions),
    counted(one.requests),
    counted(one.accounts),
    fixed(one.tableBytes / 1e9, 2),
    fixed(one.indexBytes / 1e9, 2),
    fixed(one.seconds / 60)
  ])
)}
`
}

const table = (head: ReadonlyArray<string>, lines: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map((_, n) => (n === 0 ? "---" : "---:")), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n")

const counted = (value: number): string => value.toLocaleString("en-US")
const fixed = (value: number | undefined, digits = 1): string => (value ?? Number.NaN).toFixed(digits)
