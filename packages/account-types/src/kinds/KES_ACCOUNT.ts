import { mobileMoney } from "../bankOrMobile.ts"
import { phoneOf } from "../formats/formats.ts"
import { kind } from "../Kind.ts"

/** A mobile wallet in Kenya. */
export const KES_ACCOUNT = kind({
  accountType: "KES_ACCOUNT",
  label: "Kenyan mobile wallet",
  currencies: ["KES"],
  variants: mobileMoney(phoneOf("254", 9), ["M-PESA"]),
  source: { asOf: "2026-06", note: "The interface: +254 and 9 digits; operators as first published" }
})
