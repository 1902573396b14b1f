import { mobileMoney } from "../bankOrMobile.ts"
import { phoneOf } from "../formats/formats.ts"
import { kind } from "../Kind.ts"

/** A mobile wallet in Uganda. */
export const UGX_ACCOUNT = kind({
  accountType: "UGX_ACCOUNT",
  label: "Ugandan mobile wallet",
  currencies: ["UGX"],
  variants: mobileMoney(phoneOf("256", 9), ["MTN", "AIRTEL"]),
  source: { asOf: "2026-06", note: "The interface: +256 and 9 digits; operators as first published" }
})
