import { hasIbanDigits, withIbanDigits } from "../checks/iban.ts"
import type { Format } from "../Field.ts"
import { characters, oneOf, type Random } from "../Random.ts"

/** An IBAN of the SEPA area. Production asks for its country's membership, length and check digits. */
export const sepaIban: Format = {
  pattern: "[A-Z]{2}[0-9]{2}[A-Za-z0-9]{11,30}",
  minLength: 15,
  maxLength: 34,
  says: "an IBAN without spaces",
  production: {
    says: "an IBAN of a SEPA country with its length and check digits",
    findsEveryDigit: true,
    holds: (text) => hasIbanDigits(text, { isSepa: true })
  },
  // Countries whose own account numbers carry no second check.
  sample: (random) => oneOf(random, SAMPLES)(random)
}

/** An IBAN of any country. Production asks for the length and check digits of its country. */
export const anyIban: Format = {
  ...sepaIban,
  production: {
    says: "an IBAN with the length and check digits of its country",
    findsEveryDigit: true,
    holds: (text) => hasIbanDigits(text)
  }
}

/** An IBAN of one country; `pattern` matches what follows the country code. */
export const ibanOf = (country: string, pattern: string, length: number, bban: (random: Random) => string): Format => ({
  pattern: `${country}${pattern}`,
  minLength: length,
  maxLength: length,
  says: `an IBAN of ${length} characters that begins with ${country}`,
  production: { says: "an IBAN with its check digits", findsEveryDigit: true, holds: (text) => hasIbanDigits(text) },
  sample: (random) => withIbanDigits(country, bban(random))
})

const SAMPLES: readonly [(random: Random) => string, ...ReadonlyArray<(random: Random) => string>] = [
  (random) => withIbanDigits("DE", characters(random, 18)),
  (random) => withIbanDigits("AT", characters(random, 16)),
  (random) => withIbanDigits("IE", `AIBK${characters(random, 14)}`),
  (random) => withIbanDigits("LT", characters(random, 16))
]
