import { firstLeg } from "../flows/emailOtp.ts"
import { externalAccountCreate } from "../flows/externalAccount.ts"
import { type Spread, spread } from "../run/Cell.ts"
import { child } from "../run/servers.ts"
import { type Calls, type Job, openJobs, sideOf } from "./jobs.ts"
import { cpuMeter, heapMeter, profileMeter } from "./meters.ts"
import { type Parts, partsOf } from "./parts.ts"

/** How much is measured. */
export interface Extent {
  readonly users: number
  /** Calls of each side before the first round. */
  readonly warm: number
  /** Calls of each side in a round. */
  readonly calls: number
  readonly rounds: number
  /** Seconds after which a comparison begins no further round. */
  readonly seconds: number
  /** Calls at once under the profiler, whose start takes longer than many calls. At most four times the users. */
  readonly profiled: number
}

/** The measurements of `npm run bench -- --in-process`, within 90 seconds. */
export const WHOLE: Extent = { users: 64, warm: 3008, calls: 256, rounds: 21, seconds: 8, profiled: 256 }

export interface Row extends Pick<Job, "goal" | "name"> {
  /** Microseconds of CPU a call. */
  readonly ours: number
  readonly floor: number
  /** Ours over the floor, within a round. */
  readonly ratio: Spread
}

export interface InProcess {
  readonly rows: ReadonlyArray<Row>
  /** Heap that a first leg allocates, in kB. */
  readonly allocated: { readonly ours: number; readonly floor: number }
  readonly profiles: ReadonlyArray<{ readonly name: string } & Parts>
}

/** Measures both sides of each comparison in turn, then where the CPU of ours goes. */
export const measure = async (extent: Extent): Promise<InProcess> => {
  const { close, jobs, ours } = await openJobs(extent.users)
  try {
    const rows: Array<Row> = []
    for (const job of jobs) rows.push(await rowOf(job, extent))
    const [leg = none()] = jobs
    const profiles = []
    for (const flow of [firstLeg, externalAccountCreate]) {
      profiles.push({ name: flow.name, ...(await profiled(await ours.callsOf(flow, extent.profiled), extent)) })
    }
    return {
      rows,
      profiles,
      allocated: { ours: await heapOf(leg.ours, extent), floor: await heapOf(leg.floor, extent) }
    }
  } finally {
    await close()
  }
}

const rowOf = async ({ floor, goal, name, ours }: Job, extent: Extent): Promise<Row> => {
  const until = performance.now() + extent.seconds * 1000
  for (let done = 0; done < extent.warm && performance.now() < until - extent.seconds * 500; done += extent.calls) {
    for (const side of [ours, floor]) await side(extent.calls, (calls) => calls())
  }
  const rounds: Array<{ readonly ours: number; readonly floor: number }> = []
  while (rounds.length < extent.rounds && (rounds.length < 3 || performance.now() < until)) {
    const isFirst = rounds.length % 2 === 0
    const before = isFirst ? await cpuOf(ours, extent.calls) : 0
    const between = await cpuOf(floor, extent.calls)
    rounds.push({ ours: isFirst ? before : await cpuOf(ours, extent.calls), floor: between })
  }
  const median = (read: (round: (typeof rounds)[number]) => number) => spread(rounds.map(read))
  return {
    name,
    goal,
    ours: median(({ ours }) => ours).median,
    floor: median(({ floor }) => floor).median,
    ratio: median(({ floor, ours }) => ours / floor)
  }
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

const PROFILES = 6

const profiled = async (side: Calls, { profiled }: Extent): Promise<Parts> => {
  const { close, meter, profiles } = await profileMeter()
  await side(profiled * PROFILES, meter)
  close()
  return partsOf(profiles)
}

const none = (): never => {
  throw new Error("a comparison is missing")
}

/** CPU of the first 1,000 first legs of a new process, and of 1,000 after 5,000 more: microseconds a call. */
export interface Boot {
  readonly first: number
  readonly steady: number
}

const BOOT_CALLS = 1000

/** Measures this process, which has served no call so far. */
export const bootHere = async (): Promise<Boot> => {
  const { callsOf, close } = await sideOf("ours", 4)
  const calls = await callsOf(firstLeg)
  const first = await cpuOf(calls, BOOT_CALLS)
  await calls(5 * BOOT_CALLS, (batch) => batch())
  const steady = await cpuOf(calls, BOOT_CALLS)
  await close()
  return { first, steady }
}

/** The same of a fresh process. */
export const bootOf = async (): Promise<Boot> => {
  const { next, stop } = child(new URL("./boot.js", import.meta.url))
  const boot = await next()
  await stop()
  if (!isBoot(boot)) throw new Error("the process of the first calls reported no figures")
  return boot
}

const isBoot = (value: unknown): value is Boot => typeof value === "object" && value !== null && "steady" in value
