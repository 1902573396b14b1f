import { weighted } from "./weighted.ts"

/** The check digit after the first 8 digits of a routing number. Source: ABA, weights 3, 7, 1 repeating. */
export const abaDigit = (base: string): string => String((10 - (weighted(base, WEIGHTS) % 10)) % 10)

/** True if the last of 9 digits is the check digit of the others. Nine zeros are no bank. */
export const hasAbaDigit = (routing: string): boolean =>
  abaDigit(routing.slice(0, 8)) === routing.slice(8) && !/^0+$/u.test(routing)

const WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7]
