import { type Field, optional, text } from "./Field.ts"
import { accountNumber } from "./formats/accountNumber.ts"
import { name } from "./formats/name.ts"
import { phone } from "./formats/phone.ts"
import type { Variant } from "./Kind.ts"

const bankName = text("bankName", "Bank or operator", name(255))
const phoneNumber = text("phoneNumber", "Phone number", phone)

/** A bank account, whose owner's phone number may be told. */
export const bankAccount = (...more: ReadonlyArray<Field>): Variant => ({
  name: "BANK_TRANSFER",
  label: "Bank account",
  identifier: "accountNumber",
  rails: ["BANK_TRANSFER"],
  fields: [bankName, text("accountNumber", "Account number", accountNumber), ...more, optional(phoneNumber)]
})

/** A bank account by its IBAN, whose owner's phone number may be told. */
export const ibanAccount = (iban: Field): Variant => ({
  name: "IBAN",
  label: "Bank account by IBAN",
  identifier: "iban",
  rails: ["BANK_TRANSFER"],
  fields: [bankName, iban, optional(phoneNumber)]
})

/** A wallet behind a phone number; `bankName` is its operator. */
export const mobileWallet: Variant = {
  name: "MOBILE_MONEY",
  label: "Mobile wallet",
  identifier: "phoneNumber",
  rails: ["MOBILE_MONEY"],
  fields: [bankName, phoneNumber]
}
