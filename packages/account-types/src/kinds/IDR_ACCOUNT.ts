import { swiftAccount } from "../bankOrMobile.ts"
import { text } from "../Field.ts"
import { phoneOf } from "../formats/formats.ts"
import { kind } from "../Kind.ts"

/** A bank account in Indonesia. */
export const IDR_ACCOUNT = kind({
  accountType: "IDR_ACCOUNT",
  label: "Indonesian bank account",
  currencies: ["IDR"],
  variants: swiftAccount(text("phoneNumber", "Phone number", phoneOf("62", 9, 12))),
  source: { asOf: "2026-11", note: "Beyond the interface; ISO 9362" }
})
