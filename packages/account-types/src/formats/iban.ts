import { ValidationErrorsIBAN as Broken, validateIBAN } from "ibantools"
import type { Check, Format, ProductionRules } from "../Field.ts"
import type { Source } from "../Kind.ts"
import { characters, oneOf, type Random } from "../Random.ts"
import { compactUpperCase } from "./spelling.ts"

/** The countries of the SEPA schemes, by the first two letters of their IBANs. */
export const sepaCountries: ReadonlySet<string> = new Set(
  (
    "AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS " +
    "SE SI SK SM VA"
  ).split(" ")
)

export const sepaSource: Source = {
  asOf: "2026-11",
  note: "European Payments Council, EPC409-09: the 41 countries of the SEPA schemes, and Gibraltar"
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

const rule = (says: string, ...broken: ReadonlyArray<Broken>): Check => ({
  says,
  holds: (text) => !validateIBAN(text.toUpperCase()).errorCodes.some((code) => broken.includes(code))
})

// ISO 13616-1, and the national check digits that a country puts inside its account numbers.
const LENGTH = rule("an IBAN with the length of its country", Broken.WrongBBANLength)
const FORM = rule("an IBAN with letters and digits where its country has them", Broken.WrongBBANFormat)
const DIGITS = rule("an IBAN with its check digits", Broken.ChecksumNotNumber, Broken.WrongIBANChecksum)
const NATIONAL = rule("an IBAN with the check digits of its account number", Broken.WrongAccountBankBranchChecksum)

const ibanRules = (country: Check): ProductionRules => ({
  rules: [country, LENGTH, FORM, DIGITS, NATIONAL],
  findsEveryDigit: true
})

/** An IBAN of the SEPA area. Production verifies the country's membership, length and check digits. */
export const sepaIban: Format = {
  pattern: "[A-Z]{2}[0-9]{2}[A-Za-z0-9]{11,30}",
  minLength: 15,
  maxLength: 34,
  says: "an IBAN",
  // ISO 13616-1: the electronic form is upper case, and the printed form has groups of four characters.
  spelling: compactUpperCase,
  production: ibanRules({ says: "an IBAN of a SEPA country", holds: (text) => sepaCountries.has(text.slice(0, 2)) }),
  // Countries whose national account numbers have no second check digit.
  sample: (random) => oneOf(random, SAMPLES)(random)
}

/** An IBAN of any country. Production verifies the length and check digits of its country. */
export const anyIban: Format = {
  ...sepaIban,
  production: ibanRules(rule("an IBAN of a country that has IBANs", Broken.NoIBANCountry))
}

/** An IBAN of one country; `pattern` matches the part after the country code. */
export const ibanOf = (country: string, pattern: string, length: number, bban: (random: Random) => string): Format => ({
  ...anyIban,
  pattern: `${country}${pattern}`,
  minLength: length,
  maxLength: length,
  says: `an IBAN of ${length} characters that begins with ${country}`,
  production: { rules: [DIGITS, NATIONAL], findsEveryDigit: true },
  sample: (random) => withIbanDigits(country, bban(random))
})

const SAMPLES: readonly [(random: Random) => string, ...ReadonlyArray<(random: Random) => string>] = [
  (random) => withIbanDigits("DE", characters(random, 18)),
  (random) => withIbanDigits("AT", characters(random, 16)),
  (random) => withIbanDigits("IE", `AIBK${characters(random, 14)}`),
  (random) => withIbanDigits("LT", characters(random, 16))
]
