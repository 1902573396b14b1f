/** The smallest figure that is at least as large as `percent` % of the figures. */
export const percentile = (percent: number, figures: ReadonlyArray<number>): number =>
  figures.toSorted((a, b) => a - b)[Math.ceil((percent / 100) * figures.length) - 1] ?? Number.NaN
