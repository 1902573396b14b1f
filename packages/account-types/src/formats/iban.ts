import { isSEPACountry, isValidIBAN } from "ibantools"
import type { Format } from "../Field.ts"
import { characters, oneOf, type Random } from "../Random.ts"

/** Returns whether an IBAN has the length, form and check digits of its country. Source: ISO 13616-1. */
export const hasIbanDigits = (iban: string, options: { readonly isSepa?: boolean } = {}): boolean => {
  // The electronic form is upper case; the specification accepts both.
  const upper = iban.toUpperCase()
  return isValidIBAN(upper) && (options.isSepa !== true || isSEPACountry(upper.slice(0, 2)))
}

/** Returns the IBAN of a national account number. Source: ISO 7064, MOD 97-10. */
export const withIbanDigits = (country: string, bban: string): string => {
  const remainder = mod97(`${bban}${country}00`)
  return `${country}${String(98 - remainder).padStart(2, "0")}${bban}`
}

const mod97 = (text: string): number => {
  const number = [...text].map((character) => Number.parseInt(character, 36)).join("")
  return [...number].reduce((remainder, digit) => (remainder * 10 + Number(digit)) % 97, 0)
}

/** An IBAN of the SEPA area. Production verifies the country's membership, length and check digits. */
export const sepaIban: Format = {
  pattern: "[A-Z]{2}[0-9]{2}[A-Za-z0-9]{11,30}",
  minLength: 15,
  maxLength: 34,
  says: "an IBAN",
  // ISO 13616-1 prints an IBAN in groups of four characters.
  isGrouped: true,
  production: {
    says: "an IBAN of a SEPA country with its length and check digits",
    findsEveryDigit: true,
    holds: (text) => hasIbanDigits(text, { isSepa: true })
  },
  // Countries whose national account numbers have no second check digit.
  sample: (random) => oneOf(random, SAMPLES)(random)
}

/** An IBAN of any country. Production verifies the length and check digits of its country. */
export const anyIban: Format = {
  ...sepaIban,
  production: {
    says: "an IBAN with the length and check digits of its country",
    findsEveryDigit: true,
    holds: (text) => hasIbanDigits(text)
  }
}

/** An IBAN of one country; `pattern` matches the part after the country code. */
export const ibanOf = (country: string, pattern: string, length: number, bban: (random: Random) => string): Format => ({
  pattern: `${country}${pattern}`,
  minLength: length,
  maxLength: length,
  isGrouped: true,
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
