import { besideFigures, byTurns, signing } from "../beside.ts"
import type { Run } from "../Run.ts"
import type { Outcome } from "../report/Recorded.ts"
import { type Stage, staged } from "../staged.ts"
import { drips } from "./drips.ts"

/** Callers who never come to the end of what they say (H16). */
export const slow: Run = {
  name: "slow",
  says: "500 connections each say a byte of a call twice a second and never end it; somebody else signs as ever.",
  unit: "rounds of each",
  whole: 8,
  run: ({ size }) =>
    staged({ mount: "express", platforms: ["soak"], subjects: 256 }, (stage) => besideSlow(stage, size))
}

const CROWD = 500
const SLICE = 4000

const besideSlow = async (stage: Stage, rounds: number): Promise<Outcome> => {
  const { port, seeds } = stage.server
  const healthy = signing(stage, { seed: seeds[0], perSecond: 30, millis: SLICE })
  let fewest = CROWD
  const beside = async () => {
    const letGo = await drips(port, CROWD)
    const times = await healthy()
    fewest = Math.min(fewest, letGo())
    return times
  }
  await beside()
  const p99 = await byTurns(rounds, healthy, beside)
  return {
    figures: [
      {
        name: "Slow connections at the end of each round, at least",
        value: fewest,
        unit: "connections",
        goal: { exactly: CROWD }
      },
      ...besideFigures(`${CROWD} slow connections`, p99)
    ]
  }
}
