import { choice, text } from "../Field.ts"
import { phone, providerName } from "../formats/formats.ts"
import { kind, only } from "../Kind.ts"

/** A mobile wallet in Cameroon or the Congo. */
export const XAF_ACCOUNT = kind({
  accountType: "XAF_ACCOUNT",
  label: "Central African mobile wallet",
  currencies: ["XAF"],
  variants: only(
    "phoneNumber",
    ["MOBILE_MONEY"],
    text("phoneNumber", "Phone number", phone),
    text("provider", "Operator", providerName),
    choice("region", "Country", ["CM", "CG"])
  ),
  source: { asOf: "2026-11", note: "Beyond the interface; no list of operators is published" }
})
