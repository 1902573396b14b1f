import { weighted } from "./weighted.ts"

/** The check digit after the first 17 digits of a CLABE. Source: Banco de México, weights 3, 7, 1 repeating. */
export const clabeDigit = (base: string): string => String((10 - (weighted(base, WEIGHTS) % 10)) % 10)

/** True if the last of 18 digits is the check digit of the others. */
export const hasClabeDigit = (clabe: string): boolean => clabeDigit(clabe.slice(0, 17)) === clabe.slice(17)

const WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7]
