import { isSEPACountry, isValidIBAN } from "ibantools"

/** True if an IBAN has the length, form and check digits of its country. Source: ISO 13616-1. */
export const hasIbanDigits = (iban: string, options: { readonly isSepa?: boolean } = {}): boolean => {
  // The electronic form is in upper case; the interface takes both.
  const upper = iban.toUpperCase()
  return isValidIBAN(upper) && (options.isSepa !== true || isSEPACountry(upper.slice(0, 2)))
}

/** The IBAN of a country's own account number. Source: ISO 7064, MOD 97-10. */
export const withIbanDigits = (country: string, bban: string): string => {
  const remainder = mod97(`${bban}${country}00`)
  return `${country}${String(98 - remainder).padStart(2, "0")}${bban}`
}

const mod97 = (text: string): number => {
  const number = [...text].map((character) => Number.parseInt(character, 36)).join("")
  return [...number].reduce((remainder, digit) => (remainder * 10 + Number(digit)) % 97, 0)
}
