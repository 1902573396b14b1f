/** The smallest of these that so many of a hundred do not exceed. */
export const percentile = (percent: number, figures: ReadonlyArray<number>): number =>
  figures.toSorted((a, b) => a - b)[Math.ceil((percent / 100) * figures.length) - 1] ?? Number.NaN
