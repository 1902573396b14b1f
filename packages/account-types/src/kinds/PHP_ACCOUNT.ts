import { bankFromDiscoveries } from "../bankOrMobile.ts"
import { text } from "../Field.ts"
import { digits } from "../formats/formats.ts"
import { kind, only } from "../Kind.ts"

/** A bank account in the Philippines. */
export const PHP_ACCOUNT = kind({
  accountType: "PHP_ACCOUNT",
  label: "Philippine bank account",
  currencies: ["PHP"],
  variants: only(
    "accountNumber",
    ["BANK_TRANSFER"],
    bankFromDiscoveries,
    text("accountNumber", "Account number", digits(8, 16))
  ),
  source: { asOf: "2026-06", note: "The interface: 8 to 16 digits; bankName is one of the discoveries" }
})
