import { cpus, loadavg, totalmem, type } from "node:os"
import type { KindName } from "../server/ServerSpec.ts"
import type { Sample } from "./cells.ts"
import { grouped, quantile, ratioOf, type Spread } from "./figures.ts"

/** A goal: the median is at least, or at most, this value. */
export type Goal = readonly [">=" | "<=", number]

/** One figure of a run, its range, and its goal. */
export interface Line extends Spread {
  readonly section: string
  readonly name: string
  readonly unit: string
  readonly goal?: Goal | undefined
}

const holds = ({ goal, median }: Line): boolean | undefined => {
  if (goal === undefined) return undefined
  const [side, value] = goal
  return side === ">=" ? median >= value : median <= value
}

/** The lowest share of the floor that each flow has to reach in Express on PostgreSQL, by number of users. */
const SHARES: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  "signed leg 1": { 8: 0.9, 64: 1.5 },
  "signed legs 1 and 2": { 8: 0.85, 64: 1.2 },
  "EMAIL_OTP login": { 8: 0.85, 64: 1 },
  "PASSKEY login": { 8: 0.85, 64: 1 },
  "OAUTH verify": { 8: 0.85, 64: 1 },
  "external account create": { 8: 0.75, 64: 1.2 },
  "list sessions": { 8: 0.95, 64: 1.2 },
  "list credentials": { 8: 0.95, 64: 1.2 },
  "guard on an own route": { 8: 0.85, 64: 1.2 }
}

const ON_MEMORY = 0.7

/** A flow of ours, the flow of better-auth with the same purpose, and the required ratio of their rates. */
const PEERS: ReadonlyArray<readonly [flow: string, peer: string, goal?: number]> = [
  ["signed leg 1", "better-auth: session check", 6],
  ["signed legs 1 and 2", "better-auth: session check", 1.8],
  ["EMAIL_OTP login", "better-auth: e-mail code sign-in", 4],
  ["PASSKEY login", "better-auth: passkey sign-in", 5],
  ["list sessions", "better-auth: session check", 9],
  ["list credentials", "better-auth: session check", 9],
  ["guard on an own route", "better-auth: session check"]
]

type Rounds = ReadonlyArray<Sample>

/** The figures of a run of cells: ours against the floor and against better-auth, computed within each round. */
export const cellLines = (samples: Rounds): ReadonlyArray<Line> => {
  const groups = grouped(samples, keyOf)
  const ours = [...groups.values()].filter(([first]) => first?.kind === "ours")
  const against = (kind: KindName, flow: string, all: Rounds, read: (sample: Sample) => number) => {
    const others = groups.get(keyOf({ ...(all[0] ?? none()), kind, flow }))
    return others === undefined ? undefined : ratioOf(all.map(read), others.map(read))
  }
  const rateOf = ({ rate }: Sample) => rate
  const shares = ours.flatMap((all): ReadonlyArray<Line> => {
    const [{ flow, mount, store, users } = none()] = all
    const share = against("floor", flow, all, rateOf)
    if (share === undefined) return []
    const goal = store === "memory" ? ON_MEMORY : SHARES[flow]?.[users]
    const section = `Share of the floor, ${mount} on ${store}`
    const name = `${flow}, ${users} users`
    return [{ section, name, unit: "of the floor", ...share, goal: goal === undefined ? undefined : [">=", goal] }]
  })
  const onPostgres = (name: string) => ours.filter(([first]) => first?.flow === name && first.store === "postgres")
  const peers = PEERS.flatMap(([name, peer, goal]) =>
    onPostgres(name).flatMap((all): ReadonlyArray<Line> => {
      const times = against("better-auth", peer, all, rateOf)
      if (times === undefined) return []
      const line = { section: "Against better-auth", name: `${name}, ${all[0]?.users} users, against ${peer}` }
      return [{ ...line, unit: "times", ...times, goal: goal === undefined ? undefined : [">=", goal] }]
    })
  )
  const commits = onPostgres("signed leg 1").flatMap((all): ReadonlyArray<Line> => {
    const times = against("floor", "signed leg 1", all, ({ postgres }) => postgres)
    const name = `signed leg 1, ${all[0]?.users} users, against the statement of the floor`
    return times === undefined ? [] : [{ section: "CPU of PostgreSQL", name, unit: "times", ...times }]
  })
  return [...shares, ...peers, ...commits]
}

const keyOf = ({ flow, kind, mount, store, users }: Sample): string => [store, mount, flow, users, kind].join()

const none = (): never => {
  throw new Error("a cell has no samples")
}

/** The machine and the day of a run, without identifying details. */
export const machine = (): string =>
  `${cpus()[0]?.model ?? "unknown"}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()}, ` +
  `Node ${process.version}, ${new Date().toISOString().slice(0, 10)}. ` +
  `Load average before the run: ${two(loadavg()[0] ?? 0)}.`

export const page = (where: string, lines: ReadonlyArray<Line>): string => `\
# Benchmarks: each flow compared with a hand-written baseline

Written by \`npm run bench\`. Each flow runs in turn against a baseline, called the floor, and against this library,
on the same machine, in the same minutes, with the same requests. The floor is a server written by hand for these
flows only: a bare host, the required cryptography on node:crypto, the fewest statements, and no limits, schemas,
events or traces. Only ratios within a round are comparable: the median over all rounds, with the range from p10
to p90. [How it is measured](../../tooling/bench/README.md), [every sample](bench.json); a run prints every cell,
and the shares of each host on memory.

${where} The load, the servers and PostgreSQL share these cores.

${sections(lines.filter(({ section }) => !section.endsWith(" on memory")))}`

export const sections = (lines: ReadonlyArray<Line>): string =>
  [...grouped(lines, ({ section }) => section)]
    .map(([section, all]) => `## ${section}\n\n${table(HEAD, all.map(cellsOf))}\n`)
    .join("\n")

const HEAD = ["Metric", "Median", "p10 to p90", "Unit", "Goal", "Met"]
const cellsOf = (line: Line): ReadonlyArray<string> => {
  const { goal, median, name, p10, p90, unit } = line
  const isMet = holds(line)
  const range = `${two(p10)} to ${two(p90)}`
  const verified = isMet === undefined ? "" : isMet ? "yes" : "no"
  return [name, two(median), range, unit, goal === undefined ? "" : goal.join(" "), verified]
}

/** The medians of each cell on each server. */
export const cellTable = (samples: Rounds): string => {
  const head = ["Flow", "Users", "Server", "Flows a second", "p50, ms", "CPU of Node, us a request"]
  return table(
    [...head, "CPU of PostgreSQL, us a request", "Statements a request"],
    [...grouped(samples, keyOf).values()].map((all) => {
      const [{ flow, kind, mount, store, users } = none()] = all
      const median = (read: (sample: Sample) => number) => quantile(all.map(read), 0.5)
      const [cpu, postgres] = [median((sample) => sample.cpu), median((sample) => sample.postgres)]
      const timed = [median(({ rate }) => rate).toFixed(0), two(median(({ p50 }) => p50))]
      const costs = [cpu.toFixed(0), postgres.toFixed(0), two(median(({ statements }) => statements))]
      return [flow, String(users), `${kind}, ${mount} on ${store}`, ...timed, ...costs]
    })
  ).replaceAll("NaN", "")
}

/** A Markdown table, with numbers to the right. */
export const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map((_, at) => (at === 0 ? "---" : "---:")), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n")

export const two = (value = Number.NaN): string => value.toFixed(2)
