import { type Row, rowsOf } from "./floorLines.ts"
import { type Line, type Report, two, whole } from "./Report.ts"

/** The report of a run as a Markdown page. */
export const page = ({ lines, machine, samples }: Report): string => {
  const { busy, cores, date, gigabytes, node, postgres, processor, system } = machine
  const sections = [...new Set(lines.map(({ section }) => section))]
  return [
    "# Benchmarks: each flow compared with a hand-written baseline",
    "",
    "Written by `npm run bench`. Each flow runs in turn against a baseline, called the floor, and against this library,",
    "on the same machine, in the same minutes, with the same requests. The floor is a server written by hand for these",
    "flows only: a bare host, the required cryptography on node:crypto, the fewest statements, and no limits, schemas,",
    "events or traces. Only ratios within a round are comparable: the median over all rounds, with the range from p10",
    "to p90.",
    "",
    `${processor}, ${cores} cores, ${gigabytes} GB, ${system}, Node ${node}, PostgreSQL ${postgres}, ${date}. Load`,
    `average before the run: ${two(busy)}. The load, the servers and PostgreSQL share these cores. [How it is measured](../../tooling/bench/README.md), [every sample](bench.json).`,
    "",
    "![The share of the floor that each flow reaches](bench.svg)",
    ...sections.flatMap((section) => [
      "",
      `## ${section}`,
      "",
      ...tableOf(lines.filter((line) => line.section === section))
    ]),
    "",
    "## Every cell",
    "",
    ...cellsOf(rowsOf(samples)),
    ""
  ].join("\n")
}

const tableOf = (lines: ReadonlyArray<Line>): ReadonlyArray<string> => [
  "| Metric | Median | p10 to p90 | Unit | Goal | Met |",
  "| --- | --- | --- | --- | --- | --- |",
  ...lines.map(
    ({ goal, holds, median, name, p10, p90, unit }) =>
      `| ${name} | ${two(median)} | ${two(p10)} to ${two(p90)} | ${unit} | ${goal ?? ""} | ${spelled(holds)} |`
  )
]

const spelled = (holds: boolean | undefined): string => (holds === undefined ? "" : holds ? "yes" : "no")

const cellsOf = (rows: ReadonlyArray<Row>): ReadonlyArray<string> => [
  "| Flow | Users | Server | Flows a second | p50, ms | CPU of Node, us a request | CPU of PostgreSQL, us a request | Statements a request |",
  "| --- | --- | --- | --- | --- | --- | --- | --- |",
  ...rows.flatMap(({ flow, kinds, mount, store, users }) =>
    [...kinds].map(
      ([kind, { cpu, p50, postgres, rate, statements }]) =>
        `| ${flow} | ${users} | ${kind}, ${mount} on ${store} | ${whole(rate.median)} | ${two(p50)} | ${whole(cpu)} | ${
          postgres === undefined ? "" : whole(postgres)
        } | ${two(statements)} |`
    )
  )
]
