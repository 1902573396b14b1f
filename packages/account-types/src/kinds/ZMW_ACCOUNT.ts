import { mobileMoney } from "../bankOrMobile.ts"
import { phoneOf } from "../formats/formats.ts"
import { kind } from "../Kind.ts"

/** A mobile wallet in Zambia. */
export const ZMW_ACCOUNT = kind({
  accountType: "ZMW_ACCOUNT",
  label: "Zambian mobile wallet",
  currencies: ["ZMW"],
  variants: mobileMoney(phoneOf("260", 9), ["TNM", "AIRTEL", "ZAMTEL", "MTN"]),
  source: { asOf: "2026-06", note: "The interface: +260 and 9 digits; operators as first published" }
})
