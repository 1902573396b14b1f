import type { Format } from "../Field.ts"
import { characters, wholeNumber } from "../Random.ts"

/** So many digits, or from so many to so many. */
export const digits = (low: number, high: number = low): Format => ({
  pattern: low === high ? `[0-9]{${low}}` : `[0-9]{${low},${high}}`,
  minLength: low,
  maxLength: high,
  says: low === high ? `${low} digits` : `${low} to ${high} digits`,
  sample: (random) => characters(random, wholeNumber(random, low, high))
})
