import { swiftAccount } from "../bankOrMobile.ts"
import { kind } from "../Kind.ts"

/** A bank account in Vietnam. */
export const VND_ACCOUNT = kind({
  accountType: "VND_ACCOUNT",
  label: "Vietnamese bank account",
  currencies: ["VND"],
  variants: swiftAccount(),
  source: { asOf: "2026-11", note: "Beyond the interface; ISO 9362" }
})
