import { mobileMoney } from "../bankOrMobile.ts"
import { phoneOf } from "../formats/formats.ts"
import { kind } from "../Kind.ts"

/** A mobile wallet in Malawi. */
export const MWK_ACCOUNT = kind({
  accountType: "MWK_ACCOUNT",
  label: "Malawian mobile wallet",
  currencies: ["MWK"],
  variants: mobileMoney(phoneOf("265", 9), ["AIRTEL", "TNM"]),
  source: { asOf: "2026-06", note: "The interface: +265 and 9 digits; operators as first published" }
})
