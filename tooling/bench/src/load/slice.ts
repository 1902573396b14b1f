import type { User } from "../flows/Flow.ts"

/** The result of one slice of a flow. */
export interface Slice {
  /** Runs of the flow per second, over all users. */
  readonly rate: number
  /** The median time of one run, in milliseconds. */
  readonly p50: number
  /** All runs, including the warm-up. CPU time is divided by this number. */
  readonly runs: number
}

/**
 * Runs the flow for every user concurrently: `warm` milliseconds unmeasured, then `measured` milliseconds. The rate of
 * a user counts its complete runs, at least one. Partial runs at the edges would distort the rates of slow flows more.
 */
export const slice = async (users: ReadonlyArray<User>, warm: number, measured: number): Promise<Slice> => {
  const from = performance.now() + warm
  const all = await Promise.all(users.map((user) => runs(user, from, from + measured)))
  const times = all.flatMap((each) => each.times).toSorted((a, b) => a - b)
  return {
    rate: all.reduce((sum, { times }) => sum + (times.length * 1000) / total(times), 0),
    p50: times[Math.floor(times.length / 2)] ?? 0,
    runs: all.reduce((sum, { count }) => sum + count, 0)
  }
}

const runs = async ({ run }: User, from: number, until: number) => {
  const times: Array<number> = []
  let count = 0
  for (let begun = performance.now(); begun < until || times.length === 0; ) {
    await run()
    const ended = performance.now()
    count += 1
    if (begun >= from) times.push(ended - begun)
    begun = ended
  }
  return { times, count }
}

const total = (times: ReadonlyArray<number>): number => times.reduce((sum, time) => sum + time, 0)
