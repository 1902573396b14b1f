import { firstLeg } from "../flows/emailOtp.ts"
import { externalAccountCreate } from "../flows/externalAccount.ts"
import { inTurn, quantile, ratioOf, spread } from "../run/figures.ts"
import { type Goal, type Line, sections, table } from "../run/report.ts"
import { child } from "../run/servers.ts"
import { policyMicros } from "./accessPolicy.ts"
import { openJobs, sideOf } from "./jobs.ts"
import type { Calls, Job } from "./lockstep.ts"
import { cpuMeter, heapMeter, profileMeter } from "./meters.ts"
import { type Parts, partsOf } from "./parts.ts"

export interface Extent {
  readonly users: number
  /** Calls of each side in a round. */
  readonly calls: number
  readonly rounds: number
  /** Seconds of a comparison, a third of them before the first round. After them, it begins no further round. */
  readonly seconds: number
  /** Calls at once under the profiler, whose start takes longer than many calls. At most four times the users. */
  readonly profiled: number
}

/** The measurements of `npm run bench -- --in-process`, within a minute. */
export const WHOLE: Extent = { users: 64, calls: 256, rounds: 21, seconds: 4, profiled: 256 }

export interface InProcess {
  readonly lines: ReadonlyArray<Line>
  readonly profiles: ReadonlyArray<{ readonly name: string } & Parts>
}

const SECTION = "In one process"

/** Measures both sides of each comparison in turn, then where the CPU of ours goes. */
export const measure = async (extent: Extent, boot: Boot): Promise<InProcess> => {
  const { close, jobs, ours } = await openJobs(extent.users)
  try {
    const lines: Array<Line> = []
    for (const job of jobs) lines.push(await lineOf(job, extent))
    const profiles = []
    for (const flow of [firstLeg, externalAccountCreate]) {
      profiles.push({ name: flow.name, ...(await profiled(await ours.callsOf(flow, extent.profiled), extent)) })
    }
    const heaps = []
    for (const { other, ours } of jobs.slice(0, 1)) heaps.push(await heapOf(ours, extent), await heapOf(other, extent))
    const figure = (name: string, unit: string, value = Number.NaN, most?: number): Line => {
      const goal: Goal | undefined = most === undefined ? undefined : ["<=", most]
      return { section: SECTION, name: `signed leg 1: ${name}`, unit, ...spread([value]), goal }
    }
    const figures = [
      figure("allocation a call", "kB of heap", heaps[0], 40),
      figure("allocation a call of the floor", "kB of heap", heaps[1]),
      figure("the first 1,000 calls of a process", "us a call", boot.first),
      figure("1,000 calls after 5,000 more", "us a call", boot.steady),
      figure("the first 1,000 calls against these", "times", boot.first / boot.steady, 1.6)
    ]
    const policy: Line = {
      section: SECTION,
      name: "access policy of 20 rules: decide one payment",
      unit: "us",
      ...spread([await policyMicros(extent.calls * 100)]),
      goal: ["<=", 20]
    }
    return { lines: [...lines, ...figures, policy], profiles }
  } finally {
    await close()
  }
}

const lineOf = async ({ calls, goal, name, other, ours }: Job, extent: Extent): Promise<Line> => {
  const [count, began] = [calls ?? extent.calls, performance.now()]
  const untilSecond = (second: number) => ({ rounds: extent.rounds, until: began + second * 1000 })
  const sides = [ours, other]
  await inTurn(sides, untilSecond(extent.seconds / 3), (side) => side(count, (batch) => batch()))
  const [own = [], others = []] = await inTurn(sides, untilSecond(extent.seconds), (side) => cpuOf(side, count))
  const ratio = goal?.[0] === ">=" ? ratioOf(others, own) : ratioOf(own, others)
  const median = (values: ReadonlyArray<number>) => quantile(values, 0.5).toFixed(0)
  const unit = `times: ours ${median(own)} us, the other ${median(others)} us`
  return { section: SECTION, name, unit, ...ratio, goal }
}

/** Microseconds of CPU a call. */
const cpuOf = async (side: Calls, count: number): Promise<number> => {
  const { meter, micros } = cpuMeter()
  await side(count, meter)
  return micros() / count
}

const heapOf = async (side: Calls, { users }: Extent): Promise<number> => {
  const { bytes, meter } = heapMeter()
  await side(users * 15, meter)
  return bytes() / users / 1000
}

const profiled = async (side: Calls, { profiled }: Extent): Promise<Parts> => {
  const { close, meter, profiles } = await profileMeter()
  await side(profiled * 6, meter)
  close()
  return partsOf(profiles)
}

/** CPU of the first 1,000 first legs of a new process, and of 1,000 after 5,000 more: microseconds a call. */
export type Boot = Readonly<Record<"first" | "steady", number>>

/** Measures this process, which has served no call so far. */
export const bootHere = async (): Promise<Boot> => {
  const { callsOf, close } = await sideOf("ours", 4)
  const calls = await callsOf(firstLeg)
  const first = await cpuOf(calls, 1000)
  await calls(5000, (batch) => batch())
  const steady = await cpuOf(calls, 1000)
  await close()
  return { first, steady }
}

/** The same of a fresh process. */
export const bootOf = async (): Promise<Boot> => {
  const { next, stop } = child(new URL("./boot.js", import.meta.url))
  const boot: Boot = JSON.parse(String(await next()))
  await stop()
  return boot
}

export const inProcessPage = ({ lines, profiles }: InProcess, where: string): string => `\
# CPU of a call in process

Written by \`npm run bench\`, and by \`npm run bench -- --in-process --record\`. Both sides run in one process on the
memory store, behind the request and response objects of Node, without sockets. Batches of ours and of the other side
alternate; requests are built before a batch and are not measured. The figures are CPU of all threads. Only the ratios
compare between machines. [How it is measured](../../tooling/bench/README.md).

${where}

${sections(lines)}
## Profiles

Self time by part. A builtin belongs to the part that calls it, and the bench itself is not counted.
${profiles
  .map(
    ({ name, parts, rest }) => `
### ${name}

${table(
  ["Part", "Share, %"],
  [...parts, { name: "not attributed: the engine", share: rest }].map(({ name, share }) => [name, percent(share)])
)}
`
  )
  .join("")}`

const percent = (share: number): string => (100 * share).toFixed(1)
