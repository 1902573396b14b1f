import { type Line, reaching } from "../report/Line.ts"
import { spread } from "../run/statistics.ts"
import type { Comparison, Contender } from "./Contender.ts"
import { compare, type Extent } from "./compare.ts"
import { comparisons } from "./comparisons.ts"

/** What a run costs each contender, and how often ours runs in what one run of theirs costs. */
export const cryptoLines = async (extent: Extent): Promise<ReadonlyArray<Line>> => {
  const lines: Array<Line> = []
  for (const comparison of await comparisons()) {
    lines.push(...(await linesOf(comparison, extent)))
    await comparison.close?.()
  }
  return lines
}

const linesOf = async (comparison: Comparison, extent: Extent): Promise<ReadonlyArray<Line>> => {
  const { job, others, ours } = comparison
  const costs = await compare(comparison, extent)
  const costsOf = (contender: Contender) => costs.get(contender) ?? []
  const absolute = [ours, ...others].map((contender): Line => {
    return { section: SECTION, name: `${job}: ${contender.name}`, unit: "us", ...spread(costsOf(contender)) }
  })
  const relative = others.map((other): Line => {
    const ratios = costsOf(other).map((cost, round) => cost / (costsOf(ours)[round] ?? Number.NaN))
    const name = `${job}: ours against ${other.name}`
    return { section: SECTION, name, unit: "times", ...reaching(spread(ratios), other.goal) }
  })
  return [...absolute, ...relative]
}

const SECTION = "Cryptography, in one process"
