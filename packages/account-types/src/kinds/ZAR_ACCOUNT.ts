import { bankFromDiscoveries } from "../bankOrMobile.ts"
import { text } from "../Field.ts"
import { digits } from "../formats/formats.ts"
import { kind, only } from "../Kind.ts"

/** A bank account in South Africa. */
export const ZAR_ACCOUNT = kind({
  accountType: "ZAR_ACCOUNT",
  label: "South African bank account",
  currencies: ["ZAR"],
  variants: only(
    "accountNumber",
    ["BANK_TRANSFER"],
    text("accountNumber", "Account number", digits(9, 13)),
    bankFromDiscoveries
  ),
  source: { asOf: "2026-06", note: "The interface: 9 to 13 digits; bankName is one of the discoveries" }
})
