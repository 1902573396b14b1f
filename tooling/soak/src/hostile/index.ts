import { HOSTILE } from "../load/actsOf.ts"
import { attacking, besideFigures, type Outcome, type Run, signing } from "../report/Recorded.ts"
import { type Stage, staged } from "../staged.ts"

/** One platform sends only hostile bodies, while another makes normal calls to the same server with a small heap. */
export const hostile: Run = {
  name: "hostile",
  says: "Sends 100 hostile bodies of 64 KiB per second to a server with a 256 MiB heap; another platform signs normally.",
  unit: "hostile bodies",
  fullSize: 10_000,
  run: ({ size }) =>
    staged({ platforms: ["loud", "quiet"], subjects: 256, heapMiB: HEAP_MIB }, (stage) =>
      attacked(stage, Math.ceil(size / (PER_SECOND * SECONDS)))
    )
}

const HEAP_MIB = 256
/** Calls per second, the rate limit of a platform in the run `flood`. */
const PER_SECOND = 100
/** Duration of a slice. Long enough that a p99 is more than the single slowest call. */
const SECONDS = 10
const LEGS = 40

const attacked = async (stage: Stage, rounds: number): Promise<Outcome> => {
  const { heap, seeds } = stage.server
  const millis = SECONDS * 1000
  const signs = signing(stage, { seed: seeds[1], perSecond: LEGS, millis })
  const attack = { seed: seeds[0], flow: HOSTILE, users: 16, perSecond: PER_SECOND, millis }
  const { answers, beside } = attacking(signs, stage, attack)
  await signs()
  const figures = await besideFigures("hostile bodies of another platform", rounds, signs, beside)
  const sent = Object.values(answers).reduce((sum, count) => sum + count, 0)
  const refused = Object.entries(answers).reduce((sum, [status, count]) => sum + (Number(status) < 400 ? 0 : count), 0)
  return {
    figures: [
      { name: "Hostile bodies, none answered with a 5xx or over 64 KiB (FL1, I20)", value: sent, unit: "calls" },
      { name: "Of them rejected", value: refused / sent, unit: "of all" },
      { name: "Heap at the end", value: (await heap()) / 2 ** 20, unit: "MiB", goal: { below: HEAP_MIB } },
      ...figures
    ]
  }
}
