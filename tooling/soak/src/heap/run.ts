import { setTimeout } from "node:timers/promises"
import { MIXED } from "../load/actsOf.ts"
import type { Pace } from "../load/keepPace.ts"
import type { RunSettings } from "../report/Recorded.ts"
import type { Vitals } from "../server/ServerSpec.ts"
import type { Stage } from "../staged.ts"

/** The state of a server after a number of requests. */
interface Reading extends Vitals {
  readonly requests: number
  /** Heap size in bytes. */
  readonly heap: number
}

/**
 * Sends every kind of call, including calls that are rejected, and reads the state of the server while it is idle. The
 * warm-up is not counted, because it compiles code and fills bounded caches.
 */
export const runLife = async (
  { load, server }: Stage,
  { every, log, requests, warm }: Readonly<Record<"every" | "requests" | "warm", number>> & Pick<RunSettings, "log">
) => {
  const order: Pace = { port: server.port, seed: server.seeds[0], flow: MIXED, users: USERS, millis: SLICE }
  let [sent, started] = [0, 0]
  const send = async (until: number) => {
    while (sent < until) {
      const { answers } = await load.pace(order)
      for (const [of, count] of Object.entries(answers)) sent += Number(of) * count
    }
    return sent
  }
  const read = async (samples: number): Promise<Reading> => {
    const reading = { requests: sent - started, heap: await server.heap(), ...(await atRest(server, samples)) }
    log(`${reading.requests} requests, heap ${(reading.heap / 2 ** 20).toFixed(1)} MiB, ${reading.fibers} fibers`)
    return reading
  }
  await send(warm)
  // A slice may send many more requests than planned. Those are not part of a reading.
  started = sent
  const first = await read(MANY)
  const readings = [first]
  for (let next = every; next < requests; next += every) {
    await send(started + next)
    readings.push(await read(SOME))
  }
  await send(started + requests)
  const last = await read(MANY)
  for (const { requests: at, resources } of [first, last]) log(`after ${at} requests: ${JSON.stringify(resources)}`)
  return { first, readings: [...readings, last], last }
}

/** The state of a server after the warm-up, after each part of the requests, and after all connections have closed. */
export type Life = Awaited<ReturnType<typeof runLife>>

/** The minimum of several readings, because a worker may be active during one of them. */
const atRest = async ({ vitals }: Stage["server"], samples: number): Promise<Vitals> => {
  let least = await vitals()
  for (let look = 1; look < samples; look += 1) {
    await setTimeout(PAUSE)
    const { fibers, listeners, resources } = await vitals()
    least = {
      listeners: Math.min(listeners, least.listeners),
      fibers: Math.min(fibers, least.fibers),
      resources: countOf(resources) < countOf(least.resources) ? resources : least.resources
    }
  }
  return least
}

/** The number of resources that keep the process alive. */
export const countOf = (resources: Vitals["resources"]): number =>
  Object.values(resources).reduce((sum, count) => sum + count, 0)

/** Number of readings at the ends and in between, and the delay between two of them in milliseconds. */
const MANY = 25
const SOME = 3
const PAUSE = 20
const USERS = 8
const SLICE = 1000

/** The slope of the least-squares line through the points. */
export const slopeOf = (points: ReadonlyArray<readonly [x: number, y: number]>): number => {
  const mean = (values: ReadonlyArray<number>) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(points.map((point) => point[0])), mean(points.map((point) => point[1]))]
  const over = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0)
  return over / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0)
}
