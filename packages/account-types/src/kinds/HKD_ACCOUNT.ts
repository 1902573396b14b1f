import { swiftAccount } from "../bankOrMobile.ts"
import { kind } from "../Kind.ts"

/** A bank account in Hong Kong. */
export const HKD_ACCOUNT = kind({
  accountType: "HKD_ACCOUNT",
  label: "Hong Kong bank account",
  currencies: ["HKD"],
  variants: swiftAccount(),
  source: { asOf: "2026-11", note: "Beyond the interface; ISO 9362" }
})
