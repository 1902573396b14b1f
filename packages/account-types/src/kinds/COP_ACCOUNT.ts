import { choice, text } from "../Field.ts"
import { accountNumber, name, phone } from "../formats/formats.ts"
import { kind } from "../Kind.ts"

/** A bank account or a wallet in Colombia. */
export const COP_ACCOUNT = kind({
  accountType: "COP_ACCOUNT",
  label: "Colombian bank account or wallet",
  currencies: ["COP"],
  variants: [
    {
      name: "BANK_TRANSFER",
      label: "Bank account",
      identifier: "accountNumber",
      rails: ["BANK_TRANSFER"],
      fields: [
        text("bankName", "Bank", name(255)),
        text("accountNumber", "Account number", accountNumber),
        choice("bankAccountType", "Type of account", ["CHECKING", "SAVINGS"])
      ]
    },
    {
      name: "MOBILE_MONEY",
      label: "Mobile wallet",
      identifier: "phoneNumber",
      rails: ["MOBILE_MONEY"],
      fields: [text("bankName", "Operator", name(255)), text("phoneNumber", "Phone number", phone)]
    }
  ],
  source: { asOf: "2026-06", note: "The interface; wallet operators are in bankName" }
})
