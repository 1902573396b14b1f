import { bankFromDiscoveries } from "../bankOrMobile.ts"
import { text } from "../Field.ts"
import { digits } from "../formats/formats.ts"
import { kind, only } from "../Kind.ts"

/** A bank account in Nigeria. */
export const NGN_ACCOUNT = kind({
  accountType: "NGN_ACCOUNT",
  label: "Nigerian bank account",
  currencies: ["NGN"],
  variants: only(
    "accountNumber",
    ["BANK_TRANSFER"],
    text("accountNumber", "Account number", digits(10)),
    bankFromDiscoveries
  ),
  source: {
    asOf: "2026-06",
    note: "Central Bank of Nigeria, NUBAN; its check digit needs a bank code, which requests do not contain"
  }
})
