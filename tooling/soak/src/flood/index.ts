import { FLOOD } from "../load/actsOf.ts"
import { addCounts, besideFigures, byTurns, type Outcome, type Run, signing } from "../report/Recorded.ts"
import { type Stage, staged } from "../staged.ts"

/** One platform that calls ten times as often as it may, and another that calls as ever. */
export const flood: Run = {
  name: "flood",
  says: "Two platforms may each make 100 calls a second. One makes as many, then ten times as many; the other signs as ever.",
  unit: "rounds of each",
  whole: 6,
  run: ({ size }) =>
    staged({ mount: "express", platforms: ["loud", "quiet"], callsPerSecond: RATE, subjects: 256 }, (stage) =>
      flooded(stage, size)
    )
}

/** Calls a second that a platform may make. */
const RATE = 100
const TIMES = 10
/** A signed retry is two calls: eight tenths of what a platform may make. */
const LEGS = 0.4

const flooded = async (stage: Stage, rounds: number): Promise<Outcome> => {
  const { other, server } = stage
  const [loud, quiet] = server.seeds
  const answers: Record<string, number> = {}
  const signs = signing(stage, { seed: quiet, perSecond: RATE * LEGS, millis: SLICE })
  const beside = (times: number) => async () => {
    const calls = { port: server.port, seed: loud, flow: FLOOD, users: 32, perSecond: RATE * times, millis: SLICE }
    const [met, made] = await Promise.all([signs(), other.pace(calls)])
    if (times > 1) addCounts(answers, made.answers)
    return met
  }
  await beside(TIMES)()
  const p99 = await byTurns(rounds, beside(1), beside(TIMES))
  const all = Object.values(answers).reduce((sum, count) => sum + count, 0)
  return {
    figures: [
      { name: "Calls of the flood that were refused with 429", value: (answers["429"] ?? 0) / all, unit: "of all" },
      ...besideFigures("ten times the rate of another platform", p99)
    ]
  }
}

/** Long enough for a p99 to be more than the one slowest call. */
const SLICE = 10_000
