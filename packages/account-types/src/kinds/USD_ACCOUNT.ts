import { checkDigits, choice, type Format, optional, text } from "../Field.ts"
import { accountNumber, digits, lastDigit, name } from "../formats/formats.ts"
import { kind, local, only, type Values } from "../Kind.ts"
import { characters } from "../Random.ts"
import { bankAccountType, number } from "./bankFields.ts"

/** Returns whether the last of 9 digits is the check digit of the others. Nine zeros are not a routing number. */
export const hasAbaDigit = (routing: string): boolean =>
  lastDigit(routing.slice(0, 8)) === routing.slice(8) && !/^0+$/u.test(routing)

const routingNumber: Format = {
  ...digits(9),
  production: checkDigits("a routing number with its check digit", hasAbaDigit),
  sample: (random) => {
    const base = `02${characters(random, 6)}`
    return base + lastDigit(base)
  }
}

/** Accepts the older name of `bankAccountType`, and stores the newer one. */
const canonical = ({ accountCategory, ...values }: Values): Values =>
  accountCategory === undefined ? values : { ...values, bankAccountType: accountCategory }

export const USD_ACCOUNT = local(
  "USD",
  "United States bank account",
  only(
    "accountNumber",
    ["ACH", "WIRE", "RTP", "FEDNOW"],
    number(accountNumber),
    text("routingNumber", "Routing number", routingNumber),
    optional(bankAccountType),
    optional(choice("accountCategory", "Type of account, older spelling", bankAccountType.choices)),
    optional(text("bankName", "Bank", name(140)))
  ),
  { asOf: "2026-06", note: "ABA routing numbers: nine digits, weights 3, 7, 1" },
  {
    rules: [
      {
        path: "accountCategory",
        says: "the same as bankAccountType",
        holds: ({ accountCategory, bankAccountType = accountCategory }) =>
          accountCategory === undefined || accountCategory === bankAccountType
      }
    ],
    canonical
  }
)

/** The older name of USD_ACCOUNT. It is accepted and echoed, and stored under the newer name. */
export const US_ACCOUNT = kind({
  ...USD_ACCOUNT,
  accountType: "US_ACCOUNT",
  aliasOf: "USD_ACCOUNT",
  source: { asOf: "2026-06", note: "Same as USD_ACCOUNT, which had this name until February 2026" }
})
