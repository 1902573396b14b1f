/** A source of numbers from 0 up to, but not, 1. Samples draw from nothing else, so a test can repeat them. */
export type Random = () => number

/** The same numbers for the same seed, in every engine. Enough for samples, useless for secrets. Source: mulberry32. */
export const seeded = (seed: number): Random => {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), state | 1)
    const twice = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61))
    return ((twice ^ (twice >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A whole number from `low` to `high`, both included. */
export const wholeNumber = (random: Random, low: number, high: number): number =>
  low + Math.floor(random() * (high - low + 1))

/** One of some things. */
export const oneOf = <A>(random: Random, things: readonly [A, ...ReadonlyArray<A>]): A =>
  things[wholeNumber(random, 0, things.length - 1)] ?? things[0]

/** So many characters of an alphabet. */
export const characters = (random: Random, count: number, alphabet: string = "0123456789"): string =>
  Array.from({ length: count }, () => alphabet.charAt(wholeNumber(random, 0, alphabet.length - 1))).join("")

/** So many bytes. */
export const bytes = (random: Random, count: number): Uint8Array =>
  Uint8Array.from({ length: count }, () => wholeNumber(random, 0, 255))
