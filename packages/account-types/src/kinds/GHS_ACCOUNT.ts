import { bankAccount, mobileWallet } from "../bankOrMobile.ts"
import { kind } from "../Kind.ts"

/** A bank account or a mobile wallet in Ghana. */
export const GHS_ACCOUNT = kind({
  accountType: "GHS_ACCOUNT",
  label: "Ghanaian bank account or wallet",
  currencies: ["GHS"],
  variants: [bankAccount(), mobileWallet],
  source: { asOf: "2026-11", note: "Beyond the interface" }
})
