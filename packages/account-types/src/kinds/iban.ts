import { type Format, optional, text } from "../Field.ts"
import { swiftCode } from "../formats/formats.ts"
import { ibanOf, sepaIban } from "../formats/iban.ts"
import { local, only } from "../Kind.ts"
import { characters } from "../Random.ts"
import { bank, iso13616 } from "./bankFields.ts"

const byIban = (format: Format) => [text("iban", "IBAN", format), optional(text("swiftCode", "SWIFT code", swiftCode))]

const emirati = ibanOf("AE", "[0-9]{21}", 23, (random) => characters(random, 19))
const danish = ibanOf("DK", "[0-9]{16}", 18, (random) => characters(random, 14))

const SEPA = ["SEPA", "SEPA_INSTANT"]

export const AED_ACCOUNT = local(
  "AED",
  "Emirati bank account",
  only("iban", ["BANK_TRANSFER"], ...byIban(emirati)),
  iso13616
)
export const DKK_ACCOUNT = local("DKK", "Danish bank account", only("iban", SEPA, ...byIban(danish)), iso13616)
export const EUR_ACCOUNT = local("EUR", "SEPA bank account", only("iban", SEPA, ...byIban(sepaIban), optional(bank)), {
  asOf: "2026-11",
  note: "ISO 13616 and EPC409-09; ISO 9362"
})
