import { text } from "../Field.ts"
import { accountNumber, name, phoneOf, swiftCode } from "../formats/formats.ts"
import { kind, only } from "../Kind.ts"

/** A bank account in Indonesia. */
export const IDR_ACCOUNT = kind({
  accountType: "IDR_ACCOUNT",
  label: "Indonesian bank account",
  currencies: ["IDR"],
  destination: "IDR",
  variants: only(
    "accountNumber",
    ["BANK_TRANSFER"],
    [
      text("bankName", "Bank", name(255)),
      text("accountNumber", "Account number", accountNumber),
      text("swiftCode", "SWIFT code", swiftCode),
      text("phoneNumber", "Phone number", phoneOf("62", 9, 12))
    ]
  ),
  source: { asOf: "2026-11", note: "Beyond the interface; ISO 9362" }
})
