import { text } from "../Field.ts"
import { phone, providerName } from "../formats/formats.ts"
import { kind, only } from "../Kind.ts"

/** A mobile wallet in Botswana. */
export const BWP_ACCOUNT = kind({
  accountType: "BWP_ACCOUNT",
  label: "Botswanan mobile wallet",
  currencies: ["BWP"],
  variants: only(
    "phoneNumber",
    ["MOBILE_MONEY"],
    text("phoneNumber", "Phone number", phone),
    text("provider", "Operator", providerName)
  ),
  source: { asOf: "2026-11", note: "Beyond the interface; no list of operators is published" }
})
