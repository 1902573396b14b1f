import { text } from "../Field.ts"
import { phone } from "../formats/formats.ts"
import { kind, only } from "../Kind.ts"

/** A mobile wallet in Haiti. */
export const HTG_ACCOUNT = kind({
  accountType: "HTG_ACCOUNT",
  label: "Haitian mobile wallet",
  currencies: ["HTG"],
  variants: only("phoneNumber", ["MOBILE_MONEY"], text("phoneNumber", "Phone number", phone)),
  source: { asOf: "2026-11", note: "Beyond the interface" }
})
