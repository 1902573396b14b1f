import { FLOOD } from "../load/actsOf.ts"
import { attacking, besideFigures, type Outcome, type Run, signing } from "../report/Recorded.ts"
import { type Stage, staged } from "../staged.ts"

/** One platform sends ten times its rate limit, while another platform makes its normal calls. */
export const flood: Run = {
  name: "flood",
  says: "Two platforms may each make 100 calls per second. One sends 100, then 1,000; the other signs normally.",
  unit: "rounds of each",
  fullSize: 6,
  run: ({ size }) =>
    staged({ platforms: ["loud", "quiet"], callsPerSecond: RATE, subjects: 256 }, (stage) => flooded(stage, size))
}

/** Rate limit of a platform, in calls per second. */
const RATE = 100
const TIMES = 10
/** A signed retry is two calls, so this is 80 % of the rate limit. */
const LEGS = 0.4

const flooded = async (stage: Stage, rounds: number): Promise<Outcome> => {
  const [loud, quiet] = stage.server.seeds
  const signs = signing(stage, { seed: quiet, perSecond: RATE * LEGS, millis: SLICE })
  const flooding = (times: number) =>
    attacking(signs, stage, { seed: loud, flow: FLOOD, users: 32, perSecond: RATE * times, millis: SLICE })
  const { answers, beside } = flooding(TIMES)
  await beside()
  const figures = await besideFigures("ten times the rate of another platform", rounds, flooding(1).beside, beside)
  const all = Object.values(answers).reduce((sum, count) => sum + count, 0)
  return {
    figures: [
      { name: "Calls of the flood that were rejected with 429", value: (answers["429"] ?? 0) / all, unit: "of all" },
      ...figures
    ]
  }
}

/** Milliseconds. Long enough that a p99 is more than the single slowest call. */
const SLICE = 10_000
