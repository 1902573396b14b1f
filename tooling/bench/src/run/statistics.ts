/** The value below which a share of all values lies; between two values, the nearer. */
export const quantile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN
}

/** The middle value, and how far nearly all lie. */
export interface Spread {
  readonly median: number
  readonly p10: number
  readonly p90: number
}

export const spread = (values: ReadonlyArray<number>): Spread => ({
  median: quantile(values, 0.5),
  p10: quantile(values, 0.1),
  p90: quantile(values, 0.9)
})
