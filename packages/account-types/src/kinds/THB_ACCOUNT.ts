import { text } from "../Field.ts"
import { accountNumber, name, swiftCode } from "../formats/formats.ts"
import { kind, only } from "../Kind.ts"

/** A bank account in Thailand. */
export const THB_ACCOUNT = kind({
  accountType: "THB_ACCOUNT",
  label: "Thai bank account",
  currencies: ["THB"],
  destination: "THB",
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
