import { phoneOf } from "../formats/phone.ts"
import { kind } from "../Kind.ts"
import { mobileMoney } from "../mobileMoney.ts"

/** A mobile wallet in Kenya. */
export const KES_ACCOUNT = kind({
  accountType: "KES_ACCOUNT",
  label: "Kenyan mobile wallet",
  currencies: ["KES"],
  destination: "KES",
  variants: mobileMoney(phoneOf("254", 9), ["M-PESA"]),
  source: { asOf: "2026-06", note: "The interface: +254 and 9 digits; operators as first published" }
})
