import { choice, text } from "../Field.ts"
import { accountNumber, name } from "../formats/formats.ts"
import { kind, only } from "../Kind.ts"

/** A bank account in Guatemala. */
export const GTQ_ACCOUNT = kind({
  accountType: "GTQ_ACCOUNT",
  label: "Guatemalan bank account",
  currencies: ["GTQ"],
  variants: only(
    "accountNumber",
    ["BANK_TRANSFER"],
    text("bankName", "Bank", name(255)),
    text("accountNumber", "Account number", accountNumber),
    choice("bankAccountType", "Type of account", ["CHECKING", "SAVINGS"])
  ),
  source: { asOf: "2026-11", note: "Beyond the interface" }
})
