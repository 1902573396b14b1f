import { getHeapStatistics, setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { quantile } from "../run/figures.ts"
import type { Meter } from "./lockstep.ts"

/** Adds up the processor time of the batches, of all threads of this process, in microseconds. */
export const cpuMeter = () => {
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
export const heapMeter = () => {
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
