/** The sum of each character's value times the weight beside it. Digits count as themselves, `A` as 17 and so on. */
export const weighted = (text: string, weights: ReadonlyArray<number>): number =>
  weights.reduce((sum, weight, index) => sum + weight * (text.charCodeAt(index) - ZERO), 0)

const ZERO = "0".charCodeAt(0)
