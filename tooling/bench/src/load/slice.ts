import type { User } from "../flows/Flow.ts"

/** What one slice of a flow came to. */
export interface Slice {
  /** Runs of the flow a second, over all users. */
  readonly rate: number
  /** The median time of one run, in milliseconds. */
  readonly p50: number
  /** Runs in all, those of the warm-up included: what processor time is divided by. */
  readonly runs: number
}

/**
 * Runs the flow for every user at once: `warm` milliseconds unmeasured, then `measured`. A user's rate is that of its own
 * whole runs, of which it makes one at least: what is cut off at the edges of a slice would weigh more, the slower it is.
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
