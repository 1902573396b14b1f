import type { Format } from "../Field.ts"
import { characters, oneOf } from "../Random.ts"

/** A BIC of 8 or 11 characters. Source: ISO 9362. */
export const swiftCode: Format = {
  pattern: "[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?",
  minLength: 8,
  maxLength: 11,
  says: "a SWIFT code of 8 or 11 letters and digits, in upper case",
  sample: (random) =>
    `${characters(random, 4, "ABCDEFGH")}${oneOf(random, ["DE", "FR", "SG"])}2X${oneOf(random, ["", "XXX"])}`
}
