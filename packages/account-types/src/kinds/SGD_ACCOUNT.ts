import { optional, text } from "../Field.ts"
import { accountNumber, name, swiftCode } from "../formats/formats.ts"
import { kind, only } from "../Kind.ts"

/** A bank account in Singapore. */
export const SGD_ACCOUNT = kind({
  accountType: "SGD_ACCOUNT",
  label: "Singaporean bank account",
  currencies: ["SGD"],
  variants: only(
    "accountNumber",
    ["PAYNOW", "FAST", "BANK_TRANSFER"],
    text("accountNumber", "Account number", accountNumber),
    text("swiftCode", "SWIFT code", swiftCode),
    optional(text("bankName", "Bank", name(255)))
  ),
  source: { asOf: "2026-11", note: "Beyond the interface; ISO 9362" }
})
