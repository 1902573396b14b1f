import { mobileMoney } from "../bankOrMobile.ts"
import { phoneOf } from "../formats/formats.ts"
import { kind } from "../Kind.ts"

/** A mobile wallet in Rwanda. */
export const RWF_ACCOUNT = kind({
  accountType: "RWF_ACCOUNT",
  label: "Rwandan mobile wallet",
  currencies: ["RWF"],
  variants: mobileMoney(phoneOf("250", 9), ["MTN", "AIRTEL"]),
  source: { asOf: "2026-06", note: "The interface: +250 and 9 digits; operators as first published" }
})
