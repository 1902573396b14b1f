import { type Choices, checkDigits, choice, type Format, optional, text } from "../Field.ts"
import { accountNumber, name, weighted } from "../formats/formats.ts"
import { kind, only, type Values } from "../Kind.ts"
import { characters } from "../Random.ts"

/** The check digit after the first 8 digits of a routing number. Source: ABA, weights 3, 7, 1 repeating. */
const abaDigit = (base: string): string => String((10 - (weighted(base, WEIGHTS) % 10)) % 10)

/** Returns whether the last of 9 digits is the check digit of the others. Nine zeros are not a routing number. */
export const hasAbaDigit = (routing: string): boolean =>
  abaDigit(routing.slice(0, 8)) === routing.slice(8) && !/^0+$/u.test(routing)

const WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7]

const routingNumber: Format = {
  pattern: "[0-9]{9}",
  minLength: 9,
  maxLength: 9,
  says: "9 digits",
  production: checkDigits("a routing number with its check digit", hasAbaDigit),
  sample: (random) => {
    const base = `02${characters(random, 6)}`
    return base + abaDigit(base)
  }
}

const categories: Choices = ["CHECKING", "SAVINGS"]

/** Accepts the older name of `bankAccountType`, and stores the newer one. */
const canonical = ({ accountCategory, ...values }: Values): Values =>
  accountCategory === undefined ? values : { ...values, bankAccountType: accountCategory }

export const USD_ACCOUNT = kind({
  accountType: "USD_ACCOUNT",
  label: "United States bank account",
  currencies: ["USD"],
  variants: only(
    "accountNumber",
    ["ACH", "WIRE", "RTP", "FEDNOW"],
    text("accountNumber", "Account number", accountNumber),
    text("routingNumber", "Routing number", routingNumber),
    optional(choice("bankAccountType", "Type of account", categories)),
    optional(choice("accountCategory", "Type of account, older spelling", categories)),
    optional(text("bankName", "Bank", name(140)))
  ),
  rules: [
    {
      path: "accountCategory",
      says: "the same as bankAccountType",
      holds: ({ accountCategory, bankAccountType = accountCategory }) =>
        accountCategory === undefined || accountCategory === bankAccountType
    }
  ],
  canonical,
  source: { asOf: "2026-06", note: "ABA routing numbers: nine digits, weights 3, 7, 1" }
})
