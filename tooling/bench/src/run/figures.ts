/** The quantile of the values for a share from 0 to 1, by the nearest value. */
export const quantile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN
}

/** The median, and the range of nearly all values. */
export type Spread = Readonly<Record<"median" | "p10" | "p90", number>>

export const spread = (values: ReadonlyArray<number>): Spread => {
  return { median: quantile(values, 0.5), p10: quantile(values, 0.1), p90: quantile(values, 0.9) }
}

/** The values by key, in the order of their keys' first values. */
export const grouped = <A, K>(all: ReadonlyArray<A>, keyOf: (each: A) => K): Map<K, Array<A>> => {
  const groups = new Map<K, Array<A>>()
  for (const each of all) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each])
  return groups
}

/**
 * Measures every side once in each round, and returns what each side measured, by round. Every second round runs in
 * reverse order, so that other load on the machine affects all sides equally. Begins no round after `until`.
 */
export const inTurn = async <Side, A>(
  sides: ReadonlyArray<Side>,
  { rounds, until = Number.POSITIVE_INFINITY }: { readonly rounds: number; readonly until?: number },
  measure: (side: Side, round: number) => Promise<A>
): Promise<ReadonlyArray<ReadonlyArray<A>>> => {
  const measured = sides.map((): Array<A> => [])
  for (let round = 0; round < rounds && (round < 3 || performance.now() < until); round += 1) {
    const order = [...sides.entries()]
    for (const [at, side] of round % 2 === 0 ? order : order.reverse()) measured[at]?.push(await measure(side, round))
  }
  return measured
}

/** The ratio of two sides, computed within each round. */
export const ratioOf = (over: ReadonlyArray<number>, under: ReadonlyArray<number>): Spread =>
  spread(over.map((value, round) => value / (under[round] ?? Number.NaN)))
