import type { Format } from "../Field.ts"
import { characters, wholeNumber } from "../Random.ts"

/** A phone number of one country: its calling code and so many digits. */
export const phoneOf = (callingCode: string, low: number, high: number = low): Format => ({
  pattern: `\\+${callingCode}[0-9]{${low === high ? low : `${low},${high}`}}`,
  minLength: 1 + callingCode.length + low,
  maxLength: 1 + callingCode.length + high,
  says: `+${callingCode} and ${low === high ? low : `${low} to ${high}`} digits, without spaces`,
  sample: (random) => `+${callingCode}${characters(random, wholeNumber(random, low, high))}`
})

/** A phone number of any country. Source: ITU-T E.164. */
export const phone: Format = {
  pattern: "\\+[1-9][0-9]{5,13}",
  minLength: 7,
  maxLength: 15,
  says: "a phone number in international format: + and 6 to 14 digits, without spaces",
  sample: (random) => `+${wholeNumber(random, 1, 9)}${characters(random, wholeNumber(random, 7, 11))}`
}
