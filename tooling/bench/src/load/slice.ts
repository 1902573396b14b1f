import type { Flow, User } from "../flows/Flow.ts"
import { quantile } from "../run/figures.ts"
import type { Target } from "./Target.ts"

/** The users of a flow on a server, who run it concurrently. */
export const loadOf = async ({ open, requests }: Flow, target: Target, users: number) => {
  const all = await Promise.all(Array.from({ length: users }, (_, user) => open(target, user, users)))
  const prepare = (each: number) => Promise.all(all.map(({ ahead }) => ahead?.(each)))
  let lastRuns = 100
  return {
    /** Runs the flow for so many requests or a few more, and returns the number of runs. */
    warm: async (count: number) => {
      const each = Math.ceil(count / requests / users)
      // In parts, because prepared inputs expire.
      for (let left = each; left > 0; left -= PART) {
        const part = Math.min(left, PART)
        await prepare(part)
        await Promise.all(all.map((user) => times(user, part)))
      }
      return { runs: each * users }
    },
    /** Runs the flow for a time in milliseconds, after an unmeasured time. */
    slice: async (warm: number, measured: number) => {
      // Half as many again as the last slice used.
      await prepare(Math.ceil((lastRuns * 1.5) / users))
      const from = performance.now() + warm
      const done = await Promise.all(all.map((user) => runs(user, from, from + measured)))
      lastRuns = total(done.map(({ count }) => count))
      const times = done.flatMap((each) => each.times)
      return {
        /** Runs of the flow per second, over all users. */
        rate: total(done.map(({ times }) => (times.length * 1000) / total(times))),
        /** The median time of one run, in milliseconds. */
        p50: quantile(times, 0.5),
        /** All runs, including the unmeasured ones. CPU time is divided by this number. */
        runs: lastRuns
      }
    }
  }
}

const PART = 50

const times = async ({ run }: User, count: number) => {
  for (let done = 0; done < count; done += 1) await run()
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
