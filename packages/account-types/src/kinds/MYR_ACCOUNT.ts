import { swiftAccount } from "../bankOrMobile.ts"
import { kind } from "../Kind.ts"

/** A bank account in Malaysia. */
export const MYR_ACCOUNT = kind({
  accountType: "MYR_ACCOUNT",
  label: "Malaysian bank account",
  currencies: ["MYR"],
  variants: swiftAccount(),
  source: { asOf: "2026-11", note: "Beyond the interface; ISO 9362" }
})
