import { optional, text } from "../Field.ts"
import { swiftCode } from "../formats/formats.ts"
import { ibanOf } from "../formats/iban.ts"
import { kind, only } from "../Kind.ts"
import { characters } from "../Random.ts"

const iban = ibanOf("DK", "[0-9]{16}", 18, (random) => characters(random, 14))

/** A bank account in Denmark. */
export const DKK_ACCOUNT = kind({
  accountType: "DKK_ACCOUNT",
  label: "Danish bank account",
  currencies: ["DKK"],
  variants: only(
    "iban",
    ["SEPA", "SEPA_INSTANT"],
    text("iban", "IBAN", iban),
    optional(text("swiftCode", "SWIFT code", swiftCode))
  ),
  source: { asOf: "2026-11", note: "Beyond the interface; ISO 13616" }
})
