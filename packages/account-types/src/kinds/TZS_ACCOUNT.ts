import { mobileMoney } from "../bankOrMobile.ts"
import { phoneOf } from "../formats/formats.ts"
import { kind } from "../Kind.ts"

/** A mobile wallet in Tanzania. */
export const TZS_ACCOUNT = kind({
  accountType: "TZS_ACCOUNT",
  label: "Tanzanian mobile wallet",
  currencies: ["TZS"],
  variants: mobileMoney(phoneOf("255", 9), ["AIRTEL", "VODACOM"]),
  source: { asOf: "2026-06", note: "The interface: +255 and 9 digits; operators as first published" }
})
