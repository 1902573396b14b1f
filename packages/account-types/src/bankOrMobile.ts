import { type Choices, choice, type Field, type Format, optional, type TextField, text } from "./Field.ts"
import { accountNumber, name, phone, swiftCode } from "./formats/formats.ts"
import { only, type Variant } from "./Kind.ts"

const bankName = text("bankName", "Bank or operator", name(255))
const phoneNumber = text("phoneNumber", "Phone number", phone)

/** A bank account, with an optional phone number of its owner. */
export const bankAccount = (...more: ReadonlyArray<Field>): Variant => ({
  name: "BANK_TRANSFER",
  label: "Bank account",
  identifier: "accountNumber",
  rails: ["BANK_TRANSFER"],
  fields: [bankName, text("accountNumber", "Account number", accountNumber), ...more, optional(phoneNumber)]
})

/** A bank account identified by IBAN, with an optional phone number of its owner. */
export const ibanAccount = (iban: Field): Variant => ({
  name: "IBAN",
  label: "Bank account by IBAN",
  identifier: "iban",
  rails: ["BANK_TRANSFER"],
  fields: [bankName, iban, optional(phoneNumber)]
})

/** A bank account identified by its number and the SWIFT code of its bank. */
export const swiftAccount = (...more: ReadonlyArray<Field>): readonly [Variant] =>
  only(
    "accountNumber",
    ["BANK_TRANSFER"],
    text("bankName", "Bank", name(255)),
    text("accountNumber", "Account number", accountNumber),
    text("swiftCode", "SWIFT code", swiftCode),
    ...more
  )

/** A wallet identified by a phone number; `bankName` is its operator. */
export const mobileWallet: Variant = {
  name: "MOBILE_MONEY",
  label: "Mobile wallet",
  identifier: "phoneNumber",
  rails: ["MOBILE_MONEY"],
  fields: [bankName, phoneNumber]
}

/**
 * A bank name that must match GET /discoveries exactly, in NFC. The platform provides that list, so its caller
 * compares.
 */
export const bankFromDiscoveries: TextField<"bankName"> = {
  ...text("bankName", "Bank", { ...name(255), spelling: (sent) => sent.normalize("NFC") }),
  fromDiscoveries: true
}

/** A wallet identified by a phone number, at one of the given operators. */
export const mobileMoney = (phone: Format, operators: Choices): readonly [Variant] =>
  only(
    "phoneNumber",
    ["MOBILE_MONEY"],
    text("phoneNumber", "Phone number", phone),
    choice("provider", "Operator", operators)
  )
