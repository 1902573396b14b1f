import { mkdir, readdir, readFile, writeFile } from "node:fs/promises"
import { cpus, loadavg, totalmem, type } from "node:os"
import { cryptoLines } from "./crypto/lines.ts"
import { emailOtpLogin, firstLeg, refresh } from "./flows/emailOtp.ts"
import { listCredentials, listSessions, ownRoute } from "./flows/externalAccount.ts"
import type { Flow } from "./flows/Flow.ts"
import { flowOf } from "./flows/index.ts"
import { passkeyLogin } from "./flows/oauth.ts"
import { footprintLines } from "./footprint/lines.ts"
import { bootOf, measure, WHOLE } from "./inProcess/measure.ts"
import { hottest, inProcessPage } from "./inProcess/page.ts"
import { codeSignIn, passkeySignIn, sessionCheck } from "./peers/betterAuth/flows.ts"
import { introspection } from "./peers/oidcProvider/flows.ts"
import { floorLines, type Row, rowsOf } from "./report/floorLines.ts"
import { page } from "./report/page.ts"
import { type Line, type Machine, type Report, reaching, two, whole } from "./report/Report.ts"
import { type Cell, type Group, isWhole, planOf, type Sample, type Settings, settingsOf, spread } from "./run/Cell.ts"
import { type Cluster, startCluster } from "./run/cluster.ts"
import { type Load, type Server, startLoad, startServer } from "./run/servers.ts"
import type { KindName } from "./server/ServerSpec.ts"

/**
 * CPU time of PostgreSQL so far, in microseconds: the postmaster and all processes that it started. Only available on
 * Linux, whose scheduler counts it in nanoseconds.
 */
const postgresTime = async (postmaster: number): Promise<number | undefined> => {
  try {
    const pids = [postmaster, ...(await childrenOf(postmaster))]
    const times = await Promise.all(pids.map(timeOf))
    return times.reduce((sum, time) => sum + time, 0) / 1000
  } catch {
    return undefined
  }
}

const childrenOf = async (pid: number): Promise<ReadonlyArray<number>> => {
  const all = (await readdir("/proc")).filter((name) => /^\d+$/u.test(name)).map(Number)
  const parents = await Promise.all(all.map(parentOf))
  return all.filter((_, at) => parents[at] === pid)
}

/** proc(5): the fourth field, after a name in parentheses that may contain any character. */
const parentOf = async (pid: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1])
}

/** The first field of schedstat: nanoseconds on a processor. Returns 0 for a process that has ended. */
const timeOf = async (pid: number): Promise<number> =>
  Number((await readFile(`/proc/${pid}/schedstat`, "utf8").catch(() => "0")).split(" ")[0])

/** Runs one cell on one server for a slice and returns its sample. */
const measured = async (
  { load, postmaster }: { readonly load: Load; readonly postmaster: number },
  { mount, store, ...group }: Group,
  { flow, users }: Cell,
  server: Server,
  round: number
): Promise<Sample> => {
  const used = async () => ({ ...(await server.usage()), postgres: await postgresTime(postmaster) })
  const before = await used()
  const slice = await load.slice({ server: server.name, flow, users, warm: group.warm, measured: group.measured })
  const after = await used()
  const requests = slice.runs * flowOf(flow).requests
  const { kind } = server.spec
  const { p50, rate } = slice
  return {
    ...{ mount, store, flow, users, kind, round, rate, p50 },
    cpu: (after.cpu - before.cpu) / requests,
    postgres:
      after.postgres === undefined || before.postgres === undefined || store === "memory"
        ? undefined
        : (after.postgres - before.postgres) / requests,
    statements: (after.statements - before.statements) / requests
  }
}

/** The processes that a group of cells uses. */
interface Stage {
  readonly cluster: Cluster
  readonly load: Load
  readonly flags: ReadonlyArray<string>
}

/**
 * Starts the servers of a group side by side, warms up every cell, and runs all cells in turn for each round. The order
 * is reversed every other round, so that other load on the machine affects all of them equally.
 */
const runGroup = async (stage: Stage, group: Group): Promise<ReadonlyArray<Sample>> => {
  const run = { load: stage.load, postmaster: stage.cluster.postmaster }
  const servers: Array<Server> = []
  try {
    for (const kind of new Set(group.cells.flatMap(({ kinds }) => kinds)))
      servers.push(await started(stage, group, kind))
    const cells = group.cells.flatMap((cell) =>
      servers.filter(({ spec }) => cell.kinds.includes(spec.kind)).map((server) => ({ cell, server }))
    )
    for (const { cell, server } of cells) await measured(run, { ...group, measured: group.warming }, cell, server, -1)
    const samples: Array<Sample> = []
    for (let round = 0; round < group.rounds; round += 1) {
      for (const { cell, server } of round % 2 === 0 ? cells : cells.toReversed()) {
        samples.push(await measured(run, group, cell, server, round))
      }
    }
    return samples
  } finally {
    for (const server of servers) {
      await stage.load.leave(server)
      await server.stop()
    }
  }
}

const started = async ({ cluster, flags, load }: Stage, { mount, store }: Group, kind: KindName): Promise<Server> => {
  const name = `${kind}_${mount}_${store}`.replaceAll("-", "_")
  const database = store === "memory" ? {} : { database: await cluster.database(name) }
  const server = await startServer({ kind, mount, store, ...database }, flags)
  await load.meet(server)
  return server
}

/** A bar chart of the shares of the floor, with a line at the floor and a tick at each goal. */
const chart = (lines: ReadonlyArray<Line>): string => {
  const bars = lines.filter(({ section }) => section.startsWith("Share of the floor, 8 users") || section === "Stretch")
  const height = TOP + bars.length * STEP + 12
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="13">`,
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    `<text x="${at(1)}" y="18" text-anchor="middle" fill="#555555">the floor</text>`,
    ...bars.flatMap(bar),
    `<line x1="${at(1)}" y1="${TOP - 6}" x2="${at(1)}" y2="${height - 8}" stroke="#555555" stroke-dasharray="4 3"/>`,
    "</svg>",
    ""
  ].join("\n")
}

const bar = ({ goal, holds, median, name }: Line, index: number): ReadonlyArray<string> => {
  const y = TOP + index * STEP
  const goalAt = at(goal ?? 0)
  return [
    `<text x="${LEFT - 8}" y="${y + 14}" text-anchor="end" fill="#222222">${name}</text>`,
    `<rect x="${LEFT}" y="${y}" width="${at(median) - LEFT}" height="18" fill="${holds === true ? "#2f7d5b" : "#b9772c"}"/>`,
    `<line x1="${goalAt}" y1="${y - 2}" x2="${goalAt}" y2="${y + 20}" stroke="#222222" stroke-width="2"/>`,
    `<text x="${Math.max(at(median), goalAt) + 6}" y="${y + 14}" fill="#222222">${two(median)}</text>`
  ]
}

const at = (share: number): number => Math.round(LEFT + Math.min(share, MOST) * ((WIDTH - LEFT - 60) / MOST))

const WIDTH = 760
const LEFT = 240
const TOP = 32
const STEP = 26
/** Larger shares are drawn as this value. */
const MOST = 2.4

/** A flow of ours, the flow of a peer with the same purpose, and the required ratio of their rates. */
interface Match {
  readonly flow: Flow
  readonly peer: Flow
  readonly goal?: number
}

/** Ours and better-auth run in Express, the OpenID provider in the Koa that it includes. */
const matches: ReadonlyArray<Match> = [
  { flow: firstLeg, peer: sessionCheck, goal: 5 },
  { flow: refresh, peer: sessionCheck, goal: 1.5 },
  { flow: emailOtpLogin, peer: codeSignIn, goal: 4 },
  { flow: passkeyLogin, peer: passkeySignIn, goal: 4 },
  { flow: listSessions, peer: sessionCheck, goal: 7 },
  { flow: listCredentials, peer: sessionCheck, goal: 7 },
  { flow: ownRoute, peer: sessionCheck },
  { flow: ownRoute, peer: introspection }
]

/** The ratio of the rates of our flows to those of the peers, computed within each round. */
const peerLines = (samples: ReadonlyArray<Sample>): ReadonlyArray<Line> =>
  matches.flatMap((match) => {
    const ratios = ratiosOf(samples, match)
    return ratios.length === 0 ? [] : [lineOf(match, ratios)]
  })

const lineOf = ({ flow, goal, peer }: Match, ratios: ReadonlyArray<number>): Line => {
  return {
    section: "Against peers",
    name: `${flow.name} against ${peer.name}`,
    unit: "times",
    ...reaching(spread(ratios), goal)
  }
}

const ratiosOf = (samples: ReadonlyArray<Sample>, { flow, peer }: Match): ReadonlyArray<number> => {
  const ours = samples.filter((sample) => sample.flow === flow.name && sample.kind === "ours" && isCompared(sample))
  return ours.flatMap(({ rate, round }) => {
    const theirs = samples.find((sample) => sample.flow === peer.name && sample.round === round && isCompared(sample))
    return theirs === undefined ? [] : [rate / theirs.rate]
  })
}

const isCompared = ({ mount, store, users }: Sample): boolean =>
  mount === "express" && store === "postgres" && users === 8

/** The results of a run, formatted for a terminal. */
const printed = (rows: ReadonlyArray<Row>): string =>
  rows
    .flatMap(({ flow, kinds, mount, ratio, store, users }) => [
      `\n${flow}, ${users} users, ${mount} on ${store}${
        ratio === undefined ? "" : `: ${two(ratio.median)} of the floor (${two(ratio.p10)} to ${two(ratio.p90)})`
      }`,
      ...[...kinds].map(
        ([kind, { cpu, p50, postgres, rate, statements }]) =>
          `  ${kind.padEnd(14)}${whole(rate.median).padStart(6)}/s  p50 ${two(p50)} ms  CPU ${whole(cpu)} us a request, PostgreSQL ${
            postgres === undefined ? "-" : whole(postgres)
          } us, statements ${two(statements)}`
      )
    ])
    .join("\n")
    .concat("\n")

/** The resources that are available after the flows of a full run. */
interface Made extends Stage {
  readonly samples: ReadonlyArray<Sample>
}

/** Further measurements of a full run. Each returns lines of the report. */
const extras: ReadonlyArray<(made: Made) => Promise<ReadonlyArray<Line>>> = [
  async ({ samples }) => peerLines(samples),
  () => cryptoLines({ rounds: 21, slice: 20 }),
  ({ cluster, load }) => footprintLines({ cluster, load, times: 7 })
]

/** Writes the report of a full run to `docs/generated`. */
const write = async (report: Report): Promise<void> => {
  const folder = new URL("../../../docs/generated/", import.meta.url)
  await writeFile(new URL("bench.json", folder), `${JSON.stringify(rounded(report))}\n`)
  await writeFile(new URL("bench.md", folder), page(report))
  await writeFile(new URL("bench.svg", folder), chart(report.lines))
}

/** Rounds to three decimals: a shared machine is not more precise. */
const rounded = (report: Report): unknown =>
  JSON.parse(
    JSON.stringify(report, (_, value) => (typeof value === "number" ? Math.round(value * 1000) / 1000 : value))
  )

/** The machine before a run, without identifying details. */
const machineOf = (postgres: string): Machine => ({
  processor: cpus()[0]?.model ?? "unknown",
  cores: cpus().length,
  gigabytes: Math.round(totalmem() / 2 ** 30),
  system: type(),
  node: process.version,
  postgres,
  busy: loadavg()[0] ?? 0,
  date: new Date().toISOString().slice(0, 10)
})

/** Measures the flows in processes of their own, group after group. */
const runGroups = async (settings: Settings): Promise<void> => {
  const groups = planOf(settings)
  if (settings.profile !== undefined) await mkdir(settings.profile, { recursive: true })
  const flags = settings.profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${settings.profile}`]
  const cluster = await startCluster()
  const load = startLoad()
  try {
    const machine = machineOf(cluster.version)
    const samples: Array<Sample> = []
    for (const group of groups) {
      const made = await runGroup({ cluster, load, flags }, group)
      samples.push(...made)
      process.stdout.write(printed(rowsOf(made)))
    }
    if (isWhole(settings)) {
      const more = []
      for (const extra of extras) more.push(...(await extra({ cluster, load, flags, samples })))
      const lines = [...floorLines(rowsOf(samples)), ...more]
      await write({ machine, lines, samples })
    }
  } finally {
    await load.stop()
    await cluster.stop()
  }
}

/** Measures single calls in this process, and prints the page about them. */
const runInProcess = async ({ isRecorded }: Settings): Promise<void> => {
  const { busy, cores, date, node, processor } = machineOf("")
  const boot = await bootOf()
  const made = await measure(WHOLE)
  const text = inProcessPage(
    made,
    boot,
    `${processor}, ${cores} cores, Node ${node}, ${date}, load before the run ${two(busy)}`
  )
  process.stdout.write(text + hottest(made, 40))
  if (isRecorded) await writeFile(new URL("../../../docs/generated/bench-in-process.md", import.meta.url), text)
}

const settings = settingsOf(process.argv.slice(2))
await (settings.isInProcess ? runInProcess(settings) : runGroups(settings))
