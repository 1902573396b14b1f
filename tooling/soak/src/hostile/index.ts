import { HOSTILE } from "../load/actsOf.ts"
import { addCounts, besideFigures, byTurns, type Outcome, type Run, signing } from "../report/Recorded.ts"
import { type Stage, staged } from "../staged.ts"

/** One platform sends nothing but hostile bodies; another signs as ever, on the same server with a small heap. */
export const hostile: Run = {
  name: "hostile",
  says: "A server with a heap of 256 MiB is sent hostile bodies of 64 KiB, 100 a second, for every endpoint; another platform signs as ever.",
  unit: "hostile bodies",
  whole: 10_000,
  run: ({ size }) =>
    staged({ mount: "express", platforms: ["loud", "quiet"], subjects: 256, heapMiB: HEAP_MIB }, (stage) =>
      attacked(stage, Math.ceil(size / (PER_SECOND * SECONDS)))
    )
}

const HEAP_MIB = 256
/** As many calls as the other platform may make in the run `flood`. */
const PER_SECOND = 100
/** Of one slice: long enough for a p99 to be more than the one slowest call. */
const SECONDS = 10
const LEGS = 40

const attacked = async (stage: Stage, rounds: number): Promise<Outcome> => {
  const { other, server } = stage
  const [loud, quiet] = server.seeds
  const millis = SECONDS * 1000
  const statuses: Record<string, number> = {}
  const signs = signing(stage, { seed: quiet, perSecond: LEGS, millis })
  const beside = async () => {
    const attack = { port: server.port, seed: loud, flow: HOSTILE, users: 16, perSecond: PER_SECOND, millis }
    const [times, { answers }] = await Promise.all([signs(), other.pace(attack)])
    addCounts(statuses, answers)
    return times
  }
  await signs()
  const p99 = await byTurns(rounds, signs, beside)
  const sent = Object.values(statuses).reduce((sum, count) => sum + count, 0)
  const refused = Object.entries(statuses).reduce((sum, [status, count]) => sum + (Number(status) < 400 ? 0 : count), 0)
  return {
    figures: [
      { name: "Hostile bodies answered, none with a 5xx or over 64 KiB (FL1, I20)", value: sent, unit: "calls" },
      { name: "Of them refused", value: refused / sent, unit: "of all" },
      { name: "Heap at the end", value: (await server.heap()) / 2 ** 20, unit: "MiB", goal: { below: HEAP_MIB } },
      ...besideFigures("hostile bodies of another platform", p99)
    ]
  }
}
