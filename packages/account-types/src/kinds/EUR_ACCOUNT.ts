import { optional, text } from "../Field.ts"
import { name, swiftCode } from "../formats/formats.ts"
import { sepaIban } from "../formats/iban.ts"
import { kind, only } from "../Kind.ts"

/** A bank account in the SEPA area. */
export const EUR_ACCOUNT = kind({
  accountType: "EUR_ACCOUNT",
  label: "SEPA bank account",
  currencies: ["EUR"],
  variants: only(
    "iban",
    ["SEPA", "SEPA_INSTANT"],
    text("iban", "IBAN", sepaIban),
    optional(text("swiftCode", "SWIFT code", swiftCode)),
    optional(text("bankName", "Bank", name(255)))
  ),
  source: { asOf: "2026-11", note: "ISO 13616 and EPC409-09; ISO 9362" }
})
