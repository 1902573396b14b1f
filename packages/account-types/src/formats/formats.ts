import { keccak_256 } from "@noble/hashes/sha3.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { type Choices, checkDigits, type Format } from "../Field.ts"
import { characters, oneOf, wholeNumber } from "../Random.ts"
import { isLabel } from "../visible.ts"
import { compactUpperCase, composed, lowerCase, upperCase } from "./spelling.ts"

/** An account number of a country without a fixed length. */
export const accountNumber: Format = {
  pattern: "[0-9A-Za-z\\-]+",
  minLength: 1,
  maxLength: 34,
  says: "1 to 34 letters, digits or hyphens",
  spelling: upperCase,
  sample: (random) => characters(random, wholeNumber(random, 8, 17))
}

/** Exactly `low` digits, or from `low` to `high`. */
export const digits = (low: number, high: number = low): Format => ({
  pattern: low === high ? `[0-9]{${low}}` : `[0-9]{${low},${high}}`,
  minLength: low,
  maxLength: high,
  says: low === high ? `${low} digits` : `${low} to ${high} digits`,
  sample: (random) => characters(random, wholeNumber(random, low, high))
})

export const email = (maxLength: number): Format => ({
  pattern: "[A-Za-z0-9.!#$&'*+\\/=?^_`\\{\\|\\}~\\-]+@[A-Za-z0-9.\\-]+\\.[A-Za-z]{2,}",
  minLength: 6,
  maxLength,
  says: `an e-mail address of at most ${maxLength} characters`,
  // RFC 5321 section 2.4: only the domain has no case.
  spelling: (sent) => {
    const at = sent.lastIndexOf("@") + 1
    return sent.slice(0, at) + lowerCase(sent.slice(at))
  },
  sample: (random) => `ada.${characters(random, 3)}@example.com`
})

/** A name in any script, such as a bank's. Control characters are rejected before any format is checked. */
export const name = (maxLength: number, samples: Choices = BANKS): Format => ({
  // Matches leading blanks in only one way: ".*\\S.*" would take quadratic time over a line break.
  pattern: "[^\\S\\n\\r\\u2028\\u2029]*\\S.*",
  minLength: 1,
  maxLength,
  says: `1 to ${maxLength} characters, not all blank`,
  spelling: composed,
  sample: (random) => oneOf(random, samples)
})

/** The name of a person or a business. */
export const called = (maxLength: number, samples: Choices): Format => ({
  ...name(maxLength, samples),
  always: { says: "a name with a letter or a digit", holds: isLabel }
})

const BANKS: Choices = ["First Bank", "Banco do Norte", "Crédit Mutuel", "Savings & Loan", "國民銀行"]

/** A phone number of one country: its calling code and `low` to `high` digits. */
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

/** A BIC of 8 or 11 characters. Source: ISO 9362. */
export const swiftCode: Format = {
  pattern: "[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?",
  minLength: 8,
  maxLength: 11,
  says: "a SWIFT code of 8 or 11 letters and digits, in upper case",
  spelling: compactUpperCase,
  sample: (random) =>
    `${characters(random, 4, "ABCDEFGH")}${oneOf(random, ["DE", "FR", "SG"])}2X${oneOf(random, ["", "XXX"])}`
}

/** Returns whether the letters' case matches the hash of the address, or is one for all. Source: ERC-55. */
export const hasMixedCaseChecksum = (address: string): boolean => {
  const digits = address.slice(2)
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return isOneCase || address === withMixedCase(digits.toLowerCase())
}

/** Returns the address of 40 lower-case hexadecimal digits, with the letter case of its checksum. */
export const withMixedCase = (digits: string): string => {
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  const cased = [...digits].map((digit, index) =>
    Number.parseInt(hash.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit
  )
  return `0x${cased.join("")}`
}

/** An address of Ethereum, or of a chain with the same address format. */
export const ethereumAddress: Format = {
  pattern: "0x[0-9a-fA-F]{40}",
  minLength: 42,
  maxLength: 42,
  says: "0x and 40 hexadecimal digits",
  spelling: (sent) =>
    /^0x[0-9a-fA-F]{40}$/u.test(sent) && hasMixedCaseChecksum(sent) ? withMixedCase(lowerCase(sent.slice(2))) : sent,
  // An address in one case has no checksum, and mixed case misses about one wrong digit in 4,000.
  production: checkDigits(
    "an address whose upper and lower case letters are its checksum, or all of one case",
    hasMixedCaseChecksum,
    false
  ),
  sample: (random) => withMixedCase(characters(random, 40, "0123456789abcdef"))
}

/** Returns the weighted sum of the characters. A digit has its own value, `A` has 17, and so on. */
export const weighted = (text: string, weights: ReadonlyArray<number>): number =>
  weights.reduce((sum, weight, index) => sum + weight * (text.charCodeAt(index) - ZERO), 0)

const ZERO = "0".charCodeAt(0)

/** The check digit after the digits of a routing number (ABA) or a CLABE (Banco de México): weights 3, 7, 1 repeating. */
export const lastDigit = (base: string): string => {
  const weights = [...base].map((_, index) => [3, 7, 1][index % 3] ?? 0)
  return String((10 - (weighted(base, weights) % 10)) % 10)
}

/** An existing calendar date without a time. Source: RFC 3339 `full-date`. */
export const date: Format = {
  pattern: "[0-9]{4}-[0-9]{2}-[0-9]{2}",
  minLength: 10,
  maxLength: 10,
  says: "a date as YYYY-MM-DD",
  always: { says: "a date that exists", holds: (text) => isCalendarDate(text) },
  sample: (random) => `${wholeNumber(random, 1930, 2005)}-0${wholeNumber(random, 1, 9)}-${wholeNumber(random, 10, 28)}`
}

/** Returns whether a text of the form YYYY-MM-DD is a date of the Gregorian calendar. */
export const isCalendarDate = (text: string): boolean => {
  const [year = 0, month = 0, day = 0] = text.split("-").map(Number)
  return year > 0 && day > 0 && day <= daysOf(year, month)
}

const daysOf = (year: number, month: number): number => {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
}
