import { choice, optional, text } from "../Field.ts"
import { accountNumber, name, phone } from "../formats/formats.ts"
import { kind } from "../Kind.ts"

/** A bank account or a wallet in El Salvador. */
export const SLV_ACCOUNT = kind({
  accountType: "SLV_ACCOUNT",
  label: "Salvadoran bank account or wallet",
  currencies: ["USD"],
  // Dollars outside of the United States: the rules of USD do not apply.
  destination: "SLV",
  variants: [
    {
      name: "BANK_TRANSFER",
      label: "Bank account",
      identifier: "accountNumber",
      rails: ["BANK_TRANSFER"],
      fields: [
        optional(text("bankName", "Bank", name(255))),
        text("accountNumber", "Account number", accountNumber),
        choice("bankAccountType", "Type of account", ["CHECKING", "SAVINGS"])
      ]
    },
    {
      name: "MOBILE_MONEY",
      label: "Mobile wallet",
      identifier: "phoneNumber",
      rails: ["MOBILE_MONEY"],
      fields: [text("phoneNumber", "Phone number", phone), optional(text("bankName", "Operator", name(255)))]
    }
  ],
  source: { asOf: "2026-06", note: "The interface; a wallet has no field for its operator" }
})
