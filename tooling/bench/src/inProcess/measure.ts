import { getHeapStatistics, setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { firstLeg } from "../flows/emailOtp.ts"
import { listSessions } from "../flows/externalAccount.ts"
import type { Flow } from "../flows/Flow.ts"
import { inTurn, quantile, ratioOf, type Spread, spread } from "../run/figures.ts"
import type { Extent } from "../run/plan.ts"
import { goalOf, type Line } from "../run/report.ts"
import { kinds } from "../server/kinds.ts"
import { type Calls, lockstep, type Meter } from "./lockstep.ts"

/** Flows of one request, with the most that ours may take of the CPU of the floor. */
const FLOWS: ReadonlyArray<readonly [Flow, number]> = [
  [firstLeg, 1.8],
  [listSessions, 1.5]
]

/** The most heap that a first leg may allocate, in kilobytes. */
const MOST_HEAP = 25

/** A server of this process on the memory store, behind the request and response objects of Node. */
const sideOf = async (kind: "floor" | "ours", users: number) => {
  const { start } = await kinds[kind]()
  const { close, listener, seed } = await start({ kind, mount: "node", store: "memory", subjects: users * 8 })
  const target = lockstep(listener, seed)
  const callsOf = async ({ open }: Flow): Promise<Calls> => {
    const all = await Promise.all(Array.from({ length: users }, (_, user) => open(target, user, users)))
    return async (count, meter) => {
      Object.assign(target, { meter, users })
      for (let done = 0; done < count; done += users) await Promise.all(all.map(({ run }) => run()))
    }
  }
  return { callsOf, close }
}

/** Measures both sides of each flow in turn, after as many requests as any other bench, and the heap of a first leg. */
export const measure = async (extent: Extent): Promise<ReadonlyArray<Line>> => {
  const { users, warm } = extent
  const [floor, ours] = [await sideOf("floor", users), await sideOf("ours", users)]
  const lines: Array<Line> = []
  try {
    for (const [flow, most] of FLOWS) {
      const [own, other] = [await ours.callsOf(flow), await floor.callsOf(flow)]
      for (const calls of [own, other]) await calls(warm, (batch) => batch())
      const [micros = [], least = []] = await inTurn([own, other], extent, (calls) => cpuOf(calls, extent.calls))
      const median = (values: ReadonlyArray<number>) => quantile(values, 0.5).toFixed(0)
      const unit = `times: ours ${median(micros)} us, the floor ${median(least)} us`
      lines.push(lineOf(flow.name, unit, ratioOf(micros, least), most))
      if (flow !== firstLeg) continue
      const heap = (name: string, bytes: number, most?: number) =>
        lineOf(`${flow.name}: ${name}`, "kB of heap", spread([bytes]), most)
      lines.push(heap("allocation", await heapOf(own, users), MOST_HEAP))
      lines.push(heap("allocation of the floor", await heapOf(other, users)))
    }
    return lines
  } finally {
    for (const { close } of [ours, floor]) await close()
  }
}

const lineOf = (name: string, unit: string, values: Spread, most?: number): Line => {
  return { section: "In one process, on memory", name, unit, ...values, goal: goalOf("<=", most) }
}

/** Microseconds of CPU a call. */
const cpuOf = async (calls: Calls, count: number): Promise<number> => {
  const { meter, micros } = cpuMeter()
  await calls(count, meter)
  return micros() / count
}

const heapOf = async (calls: Calls, users: number): Promise<number> => {
  const { bytes, meter } = heapMeter()
  await calls(users * 15, meter)
  return bytes() / users / 1000
}

/** Adds up the processor time of the batches, of all threads of this process, in microseconds. */
const cpuMeter = () => {
  let micros = 0
  const meter: Meter = async (calls) => {
    const before = process.cpuUsage()
    await calls()
    const { system, user } = process.cpuUsage(before)
    micros += system + user
  }
  return { meter, micros: () => micros }
}

/** The heap that a batch allocates, in bytes: the median of batches that fit into the young generation. */
const heapMeter = () => {
  setFlagsFromString("--expose-gc")
  const collect: (options: { readonly type: "minor" }) => void = runInNewContext("gc")
  const batches: Array<number> = []
  const meter: Meter = async (calls) => {
    collect({ type: "minor" })
    const before = getHeapStatistics().used_heap_size
    await calls()
    batches.push(getHeapStatistics().used_heap_size - before)
  }
  return { meter, bytes: () => quantile(batches, 0.5) }
}
