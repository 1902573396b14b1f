import type { Format } from "../Field.ts"
import { characters, wholeNumber } from "../Random.ts"

/** An account number of a country that fixes no length. */
export const accountNumber: Format = {
  pattern: "[0-9A-Za-z\\-]+",
  minLength: 1,
  maxLength: 34,
  says: "1 to 34 letters, digits or hyphens",
  sample: (random) => characters(random, wholeNumber(random, 8, 17))
}
