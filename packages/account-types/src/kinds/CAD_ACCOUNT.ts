import { text } from "../Field.ts"
import { digits } from "../formats/formats.ts"
import { kind, only } from "../Kind.ts"

/** A bank account in Canada. */
export const CAD_ACCOUNT = kind({
  accountType: "CAD_ACCOUNT",
  label: "Canadian bank account",
  currencies: ["CAD"],
  variants: only(
    "accountNumber",
    ["BANK_TRANSFER"],
    text("bankCode", "Institution number", digits(3)),
    text("branchCode", "Transit number", digits(5)),
    text("accountNumber", "Account number", digits(7, 12))
  ),
  source: { asOf: "2026-06", note: "Payments Canada: institution and transit numbers carry no check digit" }
})
