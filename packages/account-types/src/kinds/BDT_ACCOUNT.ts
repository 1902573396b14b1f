import { bankAccount, mobileWallet } from "../bankOrMobile.ts"
import { optional, text } from "../Field.ts"
import { digits, swiftCode } from "../formats/formats.ts"
import { kind } from "../Kind.ts"

/** A bank account or a mobile wallet in Bangladesh. */
export const BDT_ACCOUNT = kind({
  accountType: "BDT_ACCOUNT",
  label: "Bangladeshi bank account or wallet",
  currencies: ["BDT"],
  variants: [
    bankAccount(
      optional(text("branchCode", "Branch", digits(5))),
      optional(text("swiftCode", "SWIFT code", swiftCode))
    ),
    mobileWallet
  ],
  source: { asOf: "2026-11", note: "Beyond the interface" }
})
