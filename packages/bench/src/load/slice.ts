import type { User } from "../flows/Flow.ts"

/** What one slice of a flow came to. */
export interface Slice {
  /** Runs of the flow in the measured time, for each second of it. */
  readonly rate: number
  /** The median time of one run, in milliseconds. */
  readonly p50: number
  /** Runs in all, the warm-up and what was under way at the end included: what processor time is divided by. */
  readonly runs: number
}

/** Runs the flow for every user at once: `warm` milliseconds unmeasured, then `measured`. */
export const slice = async (users: ReadonlyArray<User>, warm: number, measured: number): Promise<Slice> => {
  const from = performance.now() + warm
  const until = from + measured
  const times: Array<number> = []
  let runs = 0
  await Promise.all(
    users.map(async ({ run }) => {
      for (let begun = performance.now(); begun < until; ) {
        await run()
        const ended = performance.now()
        runs += 1
        if (ended >= from && ended < until) times.push(ended - begun)
        begun = ended
      }
    })
  )
  const p50 = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
  return { rate: (times.length * 1000) / measured, p50, runs }
}
