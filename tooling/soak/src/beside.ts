import { quantile, spread } from "@countersign/bench/run/statistics"
import type { Pace } from "./load/Pace.ts"
import type { Figure } from "./report/Figure.ts"
import type { Stage } from "./staged.ts"

/** What a healthy caller meets alone, and beside something that is not: p99 in milliseconds, a round each. */
export interface Beside {
  readonly alone: ReadonlyArray<number>
  readonly beside: ReadonlyArray<number>
}

/**
 * Measures by turns, the other one first every second round: what else the machine does meets both alike.
 */
export const byTurns = async (
  rounds: number,
  alone: () => Promise<ReadonlyArray<number>>,
  beside: () => Promise<ReadonlyArray<number>>
): Promise<Beside> => {
  const p99 = { alone: Array.of<number>(), beside: Array.of<number>() }
  const measure = async (which: keyof Beside) =>
    void p99[which].push(quantile(await (which === "alone" ? alone : beside)(), 0.99))
  for (let round = 0; round < rounds; round += 1) {
    const order = ["alone", "beside"] as const
    for (const which of round % 2 === 0 ? order : order.toReversed()) await measure(which)
  }
  return p99
}

/** Signs both legs at a constant rate, as a healthy caller. Returns the milliseconds of each. */
export const signing =
  ({ load, server: { port } }: Stage, pace: Pick<Pace, "seed" | "perSecond" | "millis">) =>
  async (): Promise<ReadonlyArray<number>> =>
    (await load.pace({ port, flow: "signed legs 1 and 2", users: 16, ...pace })).times

/** Adds how often each answer was given to the counts so far. */
export const addCounts = (counts: Record<string, number>, more: Readonly<Record<string, number>>): void => {
  for (const [answer, count] of Object.entries(more)) counts[answer] = (counts[answer] ?? 0) + count
}

/** The medians over the rounds, and how much the second is of the first. */
export const besideFigures = (what: string, { alone, beside }: Beside): ReadonlyArray<Figure> => {
  const [one, other] = [spread(alone).median, spread(beside).median]
  return [
    { name: "A healthy call alone, p99", value: one, unit: "ms" },
    { name: `A healthy call beside ${what}, p99`, value: other, unit: "ms" },
    { name: `Beside ${what} over alone`, value: other / one, unit: "times", goal: { below: 2 } }
  ]
}
