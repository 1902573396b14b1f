import { text } from "../Field.ts"
import { accountNumber, name, swiftCode } from "../formats/formats.ts"
import { kind, only } from "../Kind.ts"

/** A bank account in Vietnam. */
export const VND_ACCOUNT = kind({
  accountType: "VND_ACCOUNT",
  label: "Vietnamese bank account",
  currencies: ["VND"],
  destination: "VND",
  variants: only(
    "accountNumber",
    ["BANK_TRANSFER"],
    [
      text("bankName", "Bank", name(255)),
      text("accountNumber", "Account number", accountNumber),
      text("swiftCode", "SWIFT code", swiftCode)
    ]
  ),
  source: { asOf: "2026-11", note: "Beyond the interface; ISO 9362" }
})
