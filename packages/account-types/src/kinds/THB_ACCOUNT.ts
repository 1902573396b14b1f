import { swiftAccount } from "../bankOrMobile.ts"
import { kind } from "../Kind.ts"

/** A bank account in Thailand. */
export const THB_ACCOUNT = kind({
  accountType: "THB_ACCOUNT",
  label: "Thai bank account",
  currencies: ["THB"],
  variants: swiftAccount(),
  source: { asOf: "2026-11", note: "Beyond the interface; ISO 9362" }
})
