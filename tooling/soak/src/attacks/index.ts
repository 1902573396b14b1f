import { FLOOD, HOSTILE } from "../load/actsOf.ts"
import { besideFigures, type Run, signing } from "../report/Recorded.ts"
import { type Stage, staged } from "../staged.ts"

/** Rate limit of a platform, in calls per second. */
const RATE = 100
/** Milliseconds of a slice. Long enough that a p99 is more than the single slowest call. */
const SLICE = 10_000
const HEAP_MIB = 256
const PLATFORMS = { platforms: ["loud", "quiet"], subjects: 256 }

/** The calls of a quiet platform, and the same beside a loud one, with counts of the responses to the loud one. */
const sidesOf = ({ load, other, server }: Stage) => {
  const [loud, quiet] = server.seeds
  // A signed retry is two calls, so this is 80 % of the rate limit.
  const alone = signing({ load, server }, { seed: quiet, perSecond: RATE * 0.4, millis: SLICE })
  const attackedBy = (flow: string, users: number, perSecond: number) => {
    const attack = { port: server.port, seed: loud, flow, users, perSecond, millis: SLICE }
    const answers: Record<string, number> = {}
    const beside = async () => {
      const [times, made] = await Promise.all([alone(), other.pace(attack)])
      for (const [answer, count] of Object.entries(made.answers)) answers[answer] = (answers[answer] ?? 0) + count
      return times
    }
    return { answers, beside }
  }
  return { alone, attackedBy }
}

const sum = (counts: ReadonlyArray<number>) => counts.reduce((total, count) => total + count, 0)

/** One platform sends ten times its rate limit, while another platform makes its normal calls. */
export const flood: Run = {
  name: "flood",
  says: "Two platforms may each make 100 calls per second. One sends 100, then 1,000; the other signs normally.",
  unit: "rounds of each",
  fullSize: 6,
  run: ({ size }) =>
    staged({ ...PLATFORMS, callsPerSecond: RATE }, async (stage) => {
      const { attackedBy } = sidesOf(stage)
      const within = attackedBy(FLOOD, 32, RATE).beside
      const { answers, beside } = attackedBy(FLOOD, 32, RATE * 10)
      await beside()
      const figures = await besideFigures("ten times the rate of another platform", size, within, beside)
      const name = "Calls of the flood that were rejected with 429"
      const value = (answers["429"] ?? 0) / sum(Object.values(answers))
      return { figures: [{ name, value, unit: "of all" }, ...figures] }
    })
}

/** One platform sends only hostile bodies, while another makes normal calls to the same server with a small heap. */
export const hostile: Run = {
  name: "hostile",
  says: "Sends 100 hostile bodies of 64 KiB per second to a server with a 256 MiB heap; another platform signs normally.",
  unit: "hostile bodies",
  fullSize: 10_000,
  run: ({ size }) =>
    staged({ ...PLATFORMS, heapMiB: HEAP_MIB }, async (stage) => {
      const { alone, attackedBy } = sidesOf(stage)
      const { answers, beside } = attackedBy(HOSTILE, 16, RATE)
      await alone()
      const rounds = Math.ceil((size * 1000) / (RATE * SLICE))
      const figures = await besideFigures("hostile bodies of another platform", rounds, alone, beside)
      const sent = sum(Object.values(answers))
      const refused = sum(Object.entries(answers).map(([status, count]) => (Number(status) < 400 ? 0 : count)))
      const heap = (await stage.server.heap()) / 2 ** 20
      return {
        figures: [
          { name: "Hostile bodies, none answered with a 5xx or over 64 KiB (FL1, I20)", value: sent, unit: "calls" },
          { name: "Of them rejected", value: refused / sent, unit: "of all" },
          { name: "Heap at the end", value: heap, unit: "MiB", goal: { below: HEAP_MIB } },
          ...figures
        ]
      }
    })
}
