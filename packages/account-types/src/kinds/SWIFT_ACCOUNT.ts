import { country } from "../beneficiary/fields.ts"
import { text } from "../Field.ts"
import { accountNumber, swiftCode } from "../formats/formats.ts"
import { anyIban } from "../formats/iban.ts"
import { kind, variant } from "../Kind.ts"
import { bank, number } from "./bankFields.ts"

const bankAbroad = [country("country", "Country"), text("swiftCode", "SWIFT code", swiftCode), bank]

/** A bank account in any country, in dollars. */
export const SWIFT_ACCOUNT = kind({
  accountType: "SWIFT_ACCOUNT",
  label: "Bank account by SWIFT",
  currencies: ["USD"],
  destination: "SWIFT",
  variants: [
    variant("ACCOUNT_NUMBER", "Account number", "accountNumber", ["SWIFT"], ...bankAbroad, number(accountNumber)),
    variant("IBAN", "IBAN", "iban", ["SWIFT"], ...bankAbroad, text("iban", "IBAN", anyIban))
  ],
  source: { asOf: "2026-11", note: "Beyond the interface, which names no currency for it; ISO 9362 and ISO 13616" }
})
