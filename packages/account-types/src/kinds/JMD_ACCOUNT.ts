import { choice, text } from "../Field.ts"
import { accountNumber, digits, name } from "../formats/formats.ts"
import { kind, only } from "../Kind.ts"

/** A bank account in Jamaica. */
export const JMD_ACCOUNT = kind({
  accountType: "JMD_ACCOUNT",
  label: "Jamaican bank account",
  currencies: ["JMD"],
  variants: only(
    "accountNumber",
    ["BANK_TRANSFER"],
    text("bankName", "Bank", name(255)),
    text("branchCode", "Branch", digits(5)),
    text("accountNumber", "Account number", accountNumber),
    choice("bankAccountType", "Type of account", ["CHECKING", "SAVINGS"])
  ),
  source: { asOf: "2026-11", note: "Beyond the interface" }
})
