import { optional, text } from "../Field.ts"
import { swiftCode } from "../formats/formats.ts"
import { ibanOf } from "../formats/iban.ts"
import { kind, only } from "../Kind.ts"
import { characters } from "../Random.ts"

const iban = ibanOf("AE", "[0-9]{21}", 23, (random) => characters(random, 19))

/** A bank account in the United Arab Emirates. */
export const AED_ACCOUNT = kind({
  accountType: "AED_ACCOUNT",
  label: "Emirati bank account",
  currencies: ["AED"],
  variants: only(
    "iban",
    ["BANK_TRANSFER"],
    text("iban", "IBAN", iban),
    optional(text("swiftCode", "SWIFT code", swiftCode))
  ),
  source: { asOf: "2026-11", note: "Beyond the interface; ISO 13616" }
})
