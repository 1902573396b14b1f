import { cpus, loadavg, totalmem, type } from "node:os"
import { listSessions } from "../flows/externalAccount.ts"
import { flowOf } from "../flows/index.ts"
import { layers } from "../server/parts.ts"
import type { KindName } from "../server/ServerSpec.ts"
import type { Cell, Costs, Ran, Sample } from "./cells.ts"
import { grouped, quantile, ratioOf, type Spread, spread } from "./figures.ts"

/** A goal: the median is at least, or at most, this value. */
export type Goal = readonly [">=" | "<=", number]

/** One figure of a run, its range, and its goal. */
export interface Line extends Spread {
  readonly section: string
  readonly name: string
  readonly unit: string
  readonly goal?: Goal | undefined
}

const verdict = ({ goal, median }: Line): "" | "missed" | "yes" => {
  if (goal === undefined) return ""
  const [side, value] = goal
  return (side === ">=" ? median >= value : median <= value) ? "yes" : "missed"
}

/** The lowest share of the floor that each flow has to reach in Express on PostgreSQL, by number of users. */
const SHARES: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  "signed leg 1": { 8: 1.2, 64: 1.5 },
  "signed legs 1 and 2": { 8: 1, 64: 1.3 },
  "EMAIL_OTP login": { 8: 0.85, 64: 1 },
  "PASSKEY login": { 8: 0.9, 64: 1.1 },
  "OAUTH verify": { 8: 0.85, 64: 1 },
  "external account create": { 8: 0.85, 64: 1 },
  "list sessions": { 8: 0.95, 64: 1.8 },
  "list credentials": { 8: 0.95, 64: 1.8 },
  "guard on an own route": { 8: 1, 64: 1.3 }
}

/** A flow of ours, the flow of better-auth with the same purpose, and the required ratio of their rates. */
const PEERS: ReadonlyArray<readonly [flow: string, peer: string, goal?: number]> = [
  ["signed leg 1", "better-auth: session check", 6],
  ["signed legs 1 and 2", "better-auth: session check", 1.4],
  ["EMAIL_OTP login", "better-auth: e-mail code sign-in", 2],
  ["PASSKEY login", "better-auth: passkey sign-in", 3],
  ["list sessions", "better-auth: session check", 6],
  ["list credentials", "better-auth: session check", 6],
  ["guard on an own route", "better-auth: session check"]
]

/** The most that one run of a flow may write: row versions, and kilobytes of WAL. */
const WRITES: ReadonlyMap<string, readonly [rows: number, kilobytes: number]> = new Map([["EMAIL_OTP login", [8, 8]]])

/** How many times a warm request the first thousand of a process may cost. */
const FIRST = 1.6

type Rounds = ReadonlyArray<Sample>

export const goalOf = (side: Goal[0], value: number | undefined): Goal | undefined =>
  value === undefined ? undefined : [side, value]

/** The figures of a run of cells: ratios are computed within each round. */
export const cellLines = ({
  firsts,
  samples,
  writes
}: Pick<Ran, "firsts" | "samples" | "writes">): ReadonlyArray<Line> => {
  const groups = grouped(samples, keyOf)
  const ours = [...groups.values()].flatMap((all) => (all[0]?.kind === "ours" ? [{ ...all[0], all }] : []))
  const against = (kind: KindName, { all, users }: (typeof ours)[number], flow: string) => {
    const others = groups.get(keyOf({ kind, flow, users }))
    const rates = (samples: Rounds) => samples.map(({ rate }) => rate)
    return others === undefined ? [] : [ratioOf(rates(all), rates(others))]
  }
  const shares = ours.flatMap((cell) =>
    against("floor", cell, cell.flow).map((share): Line => {
      const line = { section: FLOOR, name: `${cell.flow}, ${cell.users} users`, unit: "of the floor" }
      return { ...line, ...share, goal: goalOf(">=", SHARES[cell.flow]?.[cell.users]) }
    })
  )
  const peers = PEERS.flatMap(([flow, peer, goal]) =>
    ours
      .filter((cell) => cell.flow === flow)
      .flatMap((cell) =>
        against("better-auth", cell, peer).map((times): Line => {
          const name = `${flow}, ${cell.users} users, against ${peer}`
          return { section: "Against better-auth", name, unit: "times", ...times, goal: goalOf(">=", goal) }
        })
      )
  )
  const reads = ours.flatMap(({ all, flow, users }): ReadonlyArray<Line> => {
    const read = groups.get(keyOf({ kind: "ours", flow: listSessions.name, users }))
    if (read === undefined || flow === listSessions.name) return []
    const { requests } = flowOf(flow)
    const times = ratioOf(
      all.map(({ cpu, postgres }) => requests * (cpu + postgres)),
      read.map(({ cpu, postgres }) => cpu + postgres)
    )
    return [{ section: READS, name: `${flow}, ${users} users`, unit: "times", ...times }]
  })
  const written = writes.flatMap(({ flow, kind, rows, users, wal }): ReadonlyArray<Line> => {
    const goals = WRITES.get(flow)
    if (kind !== "ours" || goals === undefined) return []
    const line = { section: "Written by one run, with its background work", name: `${flow}, ${users} users` }
    return [
      { ...line, unit: "row versions", ...spread([rows]), goal: ["<=", goals[0]] },
      { ...line, unit: "kB of WAL", ...spread([wal / 1000]), goal: ["<=", goals[1]] }
    ]
  })
  const fresh = firsts.flatMap((first): ReadonlyArray<Line> => {
    const { cpu, flow, kind, requests } = first
    const warm = (groups.get(keyOf(first)) ?? []).map((sample) => sample.cpu)
    const line = { section: "A fresh process", name: `${flow}, the first ${requests} requests, ${kind}` }
    const [times, goal] = [cpu / quantile(warm, 0.5), goalOf("<=", kind === "ours" ? FIRST : undefined)]
    return [
      { ...line, unit: "us of CPU a request", ...spread([cpu]) },
      { ...line, unit: "times a warm one", ...spread([times]), goal }
    ]
  })
  return [...shares, ...peers, ...reads, ...written, ...fresh]
}

const FLOOR = "Share of the floor, express on postgres"
export const READS = "CPU of Node and PostgreSQL, against that of a read: list sessions"

const keyOf = ({ flow, kind, users }: Cell): string => [flow, users, kind].join()

/** The machine and the day of a run, without identifying details. */
export const machine = (): string =>
  `${cpus()[0]?.model ?? "unknown"}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()}, ` +
  `Node ${process.version}, ${new Date().toISOString().slice(0, 10)}. ` +
  `Load average before the run: ${two(loadavg()[0] ?? 0)}.`

/** All that a run measured. */
export interface Report extends Ran {
  readonly where: string
  /** Requests of each flow on each server before the first round. */
  readonly warm: number
  readonly lines: ReadonlyArray<Line>
}

export const page = ({ lines, warm, where }: Report): string => `\
# Benchmarks: each flow compared with a hand-written baseline

Written by \`npm run bench\`. Each flow runs in turn against a baseline, called the floor, and against this library, in
Express on PostgreSQL, on the same machine, in the same minutes, with the same requests. Every server was warmed up by
${counted(warm)} requests of each flow. Only ratios within a round are comparable: the median over all rounds, with the range from p10 to p90.
[How it is measured](../../tooling/bench/README.md), [every sample and the budget by layer](bench.json), which a run prints.

${where} The load, the servers and PostgreSQL share these cores.

${sections(lines.filter(({ section }) => section !== READS))}`

/** The sections that a run prints beside those of the page: absolute figures, which no other machine has. */
export const details = ({ budgets, samples, writes }: Pick<Report, "budgets" | "samples" | "writes">): string => `\
## Every cell

Medians. CPU is that of all threads, in microseconds a request. "Beside" is the part of the threads beside the main one:
compilers and garbage collection.

${cellTable(samples)}

## What one run writes

Row versions (inserted, updated and deleted) and WAL, with the work that the run leaves to workers. No checkpoint
happened, so the WAL has no images of whole pages.

${writesTable(writes)}

## Budget

Microseconds of CPU a request with ${budgets[0]?.users ?? 0} users: the main thread by layer, from the samples of a profile, then the other
threads and PostgreSQL. Native code is the part of no layer.

${budgetTable(budgets, samples)}
`

const counted = (value: number): string => value.toLocaleString("en-US")

export const sections = (lines: ReadonlyArray<Line>): string =>
  [...grouped(lines, ({ section }) => section)]
    .map(([section, all]) => `## ${section}\n\n${table(HEAD, all.map(cellsOf))}\n`)
    .join("\n")

const HEAD = ["Metric", "Median", "p10 to p90", "Unit", "Goal", "Met"]
const cellsOf = (line: Line): ReadonlyArray<string> => {
  const { goal, median, name, p10, p90, unit } = line
  const range = p10 === p90 ? "" : `${two(p10)} to ${two(p90)}`
  return [name, two(median), range, unit, goal === undefined ? "" : goal.join(" "), verdict(line)]
}

const medianOf = (all: Rounds, figure: keyof Costs | "p50" | "rate") => spread(all.map((each) => each[figure])).median

/** The medians of each cell on each server. */
const cellTable = (samples: Rounds): string =>
  tableOf(
    [
      ...["Flow", "Users", "Server", "Flows a second", "p50, ms"],
      ...["CPU of Node", "beside", "CPU of PostgreSQL", "Statements"]
    ],
    [...grouped(samples, keyOf).values()].map((all) => {
      const timed = [medianOf(all, "rate").toFixed(0), two(medianOf(all, "p50"))]
      const costs = (["cpu", "others", "postgres"] as const).map((each) => medianOf(all, each).toFixed(0))
      return [...namesOf(all[0]), ...timed, ...costs, two(medianOf(all, "statements"))]
    })
  )

const namesOf = (cell: Cell | undefined): ReadonlyArray<string> =>
  cell === undefined ? [] : [cell.flow, String(cell.users), cell.kind]

const writesTable = (writes: Ran["writes"]): string =>
  tableOf(
    ["Flow", "Users", "Server", "Row versions", "WAL, kB"],
    writes.map((each) => [...namesOf(each), two(each.rows), two(each.wal / 1000)])
  )

/** The shares of a profile are those of the main thread in the rounds: the profiler itself needs another thread. */
const budgetTable = (budgets: Ran["budgets"], samples: Rounds): string => {
  const groups = grouped(samples, keyOf)
  return tableOf(
    ["Flow", "Users", "Server", ...layers, "other threads", "PostgreSQL"],
    budgets.map((budget) => {
      const all = groups.get(keyOf(budget)) ?? []
      const others = medianOf(all, "others")
      const main = layers.map((layer) => (budget.parts[layer] ?? 0) * (medianOf(all, "cpu") - others))
      return [...namesOf(budget), ...[...main, others, medianOf(all, "postgres")].map((micros) => micros.toFixed(0))]
    })
  )
}

/** A table whose figures are empty where the system does not report them. */
const tableOf = (...given: Parameters<typeof table>): string => table(...given).replaceAll("NaN", "")

/** A Markdown table, with numbers to the right. */
export const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map((_, at) => (at === 0 ? "---" : "---:")), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n")

export const two = (value = Number.NaN): string => value.toFixed(2)

/** Returns the page for users with the ratios of a run in its block. */
export const withRatios = (text: string, lines: ReadonlyArray<Pick<Line, "median" | "name" | "section">>): string => {
  const given = lines.flatMap(({ median, name, section }) => {
    const [what, [flow = "", users = ""]] = [PUBLISHED.get(section), name.split(", ")]
    return what === undefined ? [] : [{ flow, column: `${what}, ${users}`, ratio: median.toFixed(1) }]
  })
  const columns = [...new Set(given.map(({ column }) => column))]
  const rows = [...grouped(given, ({ flow }) => flow)].map(([flow, all]) => [
    flow,
    ...columns.map((column) => all.find((each) => each.column === column)?.ratio ?? "")
  ])
  return text.replace(BLOCK, () => `${table(["Flow", ...columns], rows)}\n`)
}

const PUBLISHED = new Map([[FLOOR, "Of the floor"]])
const BLOCK = /(?<=<!-- of the last benchmark -->\n)[\s\S]*?(?=<!-- end -->)/u
