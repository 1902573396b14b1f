import { inspect, isDeepStrictEqual } from "node:util"

/** Fails with the promise that is broken, what it expects, and what the store answered. */
export const same = (promise: string, found: unknown, expected: unknown): void => {
  if (!isDeepStrictEqual(found, expected))
    throw new Error(`${promise}. Expected ${shown(expected)}, found ${shown(found)}`)
}

/** As {@link same}, where more than one answer keeps the promise. */
export const within = (promise: string, found: unknown, allowed: ReadonlyArray<unknown>): void => {
  if (!allowed.some((one) => isDeepStrictEqual(found, one))) {
    throw new Error(`${promise}. Expected one of ${shown(allowed)}, found ${shown(found)}`)
  }
}

/** On one line, and short enough to read where what was kept is long. */
const shown = (value: unknown): string =>
  inspect(value, {
    depth: 6,
    compact: true,
    breakLength: Number.POSITIVE_INFINITY,
    maxArrayLength: 20,
    maxStringLength: 200
  })
