import { text } from "../Field.ts"
import { digits } from "../formats/formats.ts"
import { kind, only } from "../Kind.ts"

/** A bank account in the United Kingdom. */
export const GBP_ACCOUNT = kind({
  accountType: "GBP_ACCOUNT",
  label: "British bank account",
  currencies: ["GBP"],
  variants: only(
    "accountNumber",
    ["FASTER_PAYMENTS"],
    text("sortCode", "Sort code", digits(6)),
    text("accountNumber", "Account number", digits(8))
  ),
  source: {
    asOf: "2026-06",
    note: "The interface. Modulus checking needs a table that changes often, so the rail does it"
  }
})
