import type { Comparison, Contender } from "./Contender.ts"

/** How long it is measured for. */
export interface Extent {
  readonly rounds: number
  /** What each contender runs for in a round, in milliseconds. */
  readonly slice: number
}

/** What one run of each contender cost in each round, in microseconds of CPU. */
export type Costs = ReadonlyMap<Contender, ReadonlyArray<number>>

/**
 * Lets the contenders take turns, in another order each round, so that whatever else the machine does falls on all of
 * them. It counts CPU of all threads, and no waiting: that is what a core's throughput follows from.
 */
export const compare = async ({ others, ours }: Comparison, { rounds, slice }: Extent): Promise<Costs> => {
  const contenders = [ours, ...others]
  const times = new Map<Contender, number>()
  for (const contender of contenders) times.set(contender, await timesWithin(contender, slice))
  const costs = new Map<Contender, Array<number>>(contenders.map((contender) => [contender, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < contenders.length; turn += 1) {
      const contender = contenders[(round + turn) % contenders.length] ?? ours
      costs.get(contender)?.push(await costOf(contender, times.get(contender) ?? 1))
    }
  }
  return costs
}

/** How often it runs in a slice once it is warm. */
const timesWithin = async (contender: Contender, slice: number): Promise<number> => {
  let times = 1
  for (let warming = 0; warming < 4; warming += 1) {
    const cost = await costOf(contender, times)
    times = Math.max(1, Math.min(MOST, Math.round((slice * 1_000) / Math.max(cost, 1))))
  }
  return times
}

const costOf = async (contender: Contender, times: number): Promise<number> => {
  const runs = await contender.ready(times)
  const before = process.cpuUsage()
  await runs()
  const { system, user } = process.cpuUsage(before)
  return (user + system) / times
}

/** The most inputs that are made ready at once. */
const MOST = 1_000
