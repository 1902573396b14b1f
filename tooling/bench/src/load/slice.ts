import type { Flow, User } from "../flows/Flow.ts"
import { quantile } from "../run/figures.ts"
import type { Target } from "./Target.ts"

/** The users of a flow on a server, who run it concurrently for slices of time. */
export const loadOf = async ({ open }: Flow, target: Target, users: number) => {
  const all = await Promise.all(Array.from({ length: users }, (_, user) => open(target, user, users)))
  let lastRuns = 100
  return async (warm: number, measured: number) => {
    // Prepare half as many again as the last slice used.
    await Promise.all(all.map(({ ahead }) => ahead?.(Math.ceil((lastRuns * 1.5) / users))))
    const from = performance.now() + warm
    const done = await Promise.all(all.map((user) => runs(user, from, from + measured)))
    lastRuns = total(done.map(({ count }) => count))
    const times = done.flatMap((each) => each.times)
    return {
      /** Runs of the flow per second, over all users. */
      rate: total(done.map(({ times }) => (times.length * 1000) / total(times))),
      /** The median time of one run, in milliseconds. */
      p50: quantile(times, 0.5),
      /** All runs, including the warm-up. CPU time is divided by this number. */
      runs: lastRuns
    }
  }
}

/**
 * Runs the flow of one user until a time. Its rate counts complete runs, at least one: partial runs at the edges would
 * distort the rates of slow flows more.
 */
const runs = async ({ run }: User, from: number, until: number) => {
  const times: Array<number> = []
  let count = 0
  for (let started = performance.now(); started < until || times.length === 0; ) {
    await run()
    const ended = performance.now()
    count += 1
    if (started >= from) times.push(ended - started)
    started = ended
  }
  return { times, count }
}

const total = (values: ReadonlyArray<number>): number => values.reduce((sum, value) => sum + value, 0)
