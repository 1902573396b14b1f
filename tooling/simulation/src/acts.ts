import type { Random } from "./scheduler/Random.ts"
import type { Act, Party } from "./world/Simulation.ts"

const DAY = 86_400_000

/** How often a party plays in a day, on average, where users visit twice. Developers and visitors play once. */
const rateOf = (who: string): number => {
  if (who.startsWith("user")) return 2
  if (who.startsWith("thief with")) return 3
  return /^(?:nature|platform|thief)\b/u.test(who) ? 6 : 1
}

/**
 * The acts of a run. Each has a seed of its own, so that it does the same if another one is left out. All parties but
 * nature play as much less often as users visit less often.
 */
export const actsOf = (
  random: Random,
  parties: ReadonlyMap<string, Party>,
  { days, visits = 2 }: { readonly days: number; readonly visits?: number }
): ReadonlyArray<Act> => {
  const acts: Array<Act> = []
  for (const [who, { acts: known }] of parties) {
    const mean = DAY / (who === "nature" ? rateOf(who) : (rateOf(who) * visits) / 2)
    for (let at = random.wait(mean); at < days * DAY; at += random.wait(mean))
      acts.push({ at, who, does: random.pick(Object.keys(known)), seed: random.upTo(0x7fffffff) })
  }
  return acts.toSorted((one, other) => one.at - other.at)
}
