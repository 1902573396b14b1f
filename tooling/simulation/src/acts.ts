import type { Random } from "./scheduler/Random.ts"
import type { Act, Party } from "./world/Simulation.ts"

const DAY = 86_400_000

/** The parties that play six times a day on average. Users play as often as they visit, and developers and visitors once. */
const OFTEN = /^(?:nature|platform|thief)\b/u

/** The acts of a run. Each has a seed of its own, so that it does the same if another one is left out. */
export const actsOf = (
  random: Random,
  parties: ReadonlyMap<string, Party>,
  { days, visits = 2 }: { readonly days: number; readonly visits?: number }
): ReadonlyArray<Act> => {
  const acts: Array<Act> = []
  for (const [who, { acts: known }] of parties) {
    const often = who.startsWith("user") ? visits : who.startsWith("thief with") ? 3 : OFTEN.test(who) ? 6 : 1
    const mean = DAY / often
    for (let at = random.wait(mean); at < days * DAY; at += random.wait(mean))
      acts.push({ at, who, does: random.pick(Object.keys(known)), seed: random.upTo(0x7fffffff) })
  }
  return acts.toSorted((one, other) => one.at - other.at)
}
