import { countries } from "../beneficiary/countries.ts"
import { choice, type Field, text } from "../Field.ts"
import { accountNumber, name, swiftCode } from "../formats/formats.ts"
import { anyIban } from "../formats/iban.ts"
import { kind } from "../Kind.ts"

const bank: ReadonlyArray<Field> = [
  { ...choice("country", "Country", countries), says: "a two-letter country code in upper case" },
  text("swiftCode", "SWIFT code", swiftCode),
  text("bankName", "Bank", name(255))
]

/** A bank account in any country, in dollars. */
export const SWIFT_ACCOUNT = kind({
  accountType: "SWIFT_ACCOUNT",
  label: "Bank account by SWIFT",
  currencies: ["USD"],
  destination: "SWIFT",
  variants: [
    {
      name: "ACCOUNT_NUMBER",
      label: "Account number",
      identifier: "accountNumber",
      rails: ["SWIFT"],
      fields: [...bank, text("accountNumber", "Account number", accountNumber)]
    },
    {
      name: "IBAN",
      label: "IBAN",
      identifier: "iban",
      rails: ["SWIFT"],
      fields: [...bank, text("iban", "IBAN", anyIban)]
    }
  ],
  source: { asOf: "2026-11", note: "Beyond the interface, which names no currency for it; ISO 9362 and ISO 13616" }
})
