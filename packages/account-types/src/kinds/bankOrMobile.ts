import { choice, type Field, type Format, optional, text } from "../Field.ts"
import { accountNumber, digits, name, phone, swiftCode } from "../formats/formats.ts"
import { ibanOf } from "../formats/iban.ts"
import { kind, local, variant } from "../Kind.ts"
import { characters } from "../Random.ts"
import { bank, bankAccountType, beyond, iso13616, number } from "./bankFields.ts"

const bankTransfer = (...fields: ReadonlyArray<Field>) =>
  variant("BANK_TRANSFER", "Bank account", "accountNumber", ["BANK_TRANSFER"], ...fields)

const mobileMoney = (label: string, ...fields: ReadonlyArray<Field>) =>
  variant("MOBILE_MONEY", label, "phoneNumber", ["MOBILE_MONEY"], ...fields)

const bankOrOperator = text("bankName", "Bank or operator", name(255))
const operator = text("bankName", "Operator", name(255))
const phoneNumber = text("phoneNumber", "Phone number", phone)

/** A bank account, with an optional phone number of its owner. */
const bankAccount = (...more: ReadonlyArray<Field>) =>
  bankTransfer(bankOrOperator, number(accountNumber), ...more, optional(phoneNumber))

/** A bank account identified by IBAN, with an optional phone number of its owner. */
const ibanAccount = (iban: Format) => {
  const fields = [bankOrOperator, text("iban", "IBAN", iban), optional(phoneNumber)]
  return variant("IBAN", "Bank account by IBAN", "iban", ["BANK_TRANSFER"], ...fields)
}

/** A wallet identified by a phone number; `bankName` is its operator. */
const mobileWallet = mobileMoney("Mobile wallet", bankOrOperator, phoneNumber)

const egyptian = ibanOf("EG", "[0-9]{27}", 29, (random) => characters(random, 25))
const pakistani = ibanOf("PK", "[0-9]{2}[A-Z]{4}[0-9]{16}", 24, (random) => `HABB${characters(random, 16)}`)

const bangladeshi = bankAccount(
  optional(text("branchCode", "Branch", digits(5))),
  optional(text("swiftCode", "SWIFT code", swiftCode))
)
export const BDT_ACCOUNT = local("BDT", "Bangladeshi bank account or wallet", [bangladeshi, mobileWallet], beyond)

export const CNY_ACCOUNT = local(
  "CNY",
  "Chinese bank account or wallet",
  [
    { ...bankAccount(), beneficiaryType: "BUSINESS" },
    mobileMoney("Wallet", choice("bankName", "Wallet", ["AliPay", "WechatPay"]), phoneNumber)
  ],
  { asOf: "2026-11", note: "Beyond the interface; a bank account takes payments to a business only" }
)

export const COP_ACCOUNT = local(
  "COP",
  "Colombian bank account or wallet",
  [bankTransfer(bank, number(accountNumber), bankAccountType), mobileMoney("Mobile wallet", operator, phoneNumber)],
  { asOf: "2026-06", note: "The interface; wallet operators are in bankName" }
)

export const EGP_ACCOUNT = local(
  "EGP",
  "Egyptian bank account or wallet",
  [ibanAccount(egyptian), mobileWallet],
  iso13616
)

export const GHS_ACCOUNT = local("GHS", "Ghanaian bank account or wallet", [bankAccount(), mobileWallet], beyond)

export const PKR_ACCOUNT = local(
  "PKR",
  "Pakistani bank account or wallet",
  [bankAccount(), ibanAccount(pakistani), mobileWallet],
  iso13616
)

export const SLV_ACCOUNT = kind({
  accountType: "SLV_ACCOUNT",
  label: "Salvadoran bank account or wallet",
  currencies: ["USD"],
  // Dollars outside of the United States: the rules of USD do not apply.
  destination: "SLV",
  variants: [
    bankTransfer(optional(bank), number(accountNumber), bankAccountType),
    mobileMoney("Mobile wallet", phoneNumber, optional(operator))
  ],
  source: { asOf: "2026-06", note: "The interface; a wallet has no field for its operator" }
})
