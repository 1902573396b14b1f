/** Returns a number from 0 up to, but excluding, 1. Samples use no other source, so a test can repeat them. */
export type Random = () => number

/**
 * A generator whose numbers depend on the seed alone, in every engine: for samples, not secrets. Source: mulberry32.
 */
export const seeded = (seed: number): Random => {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), state | 1)
    const twice = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61))
    return ((twice ^ (twice >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Returns an integer from `low` to `high`, both inclusive. */
export const wholeNumber = (random: Random, low: number, high: number): number =>
  low + Math.floor(random() * (high - low + 1))

export const oneOf = <A>(random: Random, things: readonly [A, ...ReadonlyArray<A>]): A =>
  things[wholeNumber(random, 0, things.length - 1)] ?? things[0]

export const characters = (random: Random, count: number, alphabet: string = "0123456789"): string =>
  Array.from({ length: count }, () => alphabet.charAt(wholeNumber(random, 0, alphabet.length - 1))).join("")

export const bytes = (random: Random, count: number): Uint8Array =>
  Uint8Array.from({ length: count }, () => wholeNumber(random, 0, 255))
