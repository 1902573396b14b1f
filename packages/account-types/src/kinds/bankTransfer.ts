import { type Field, optional, type TextField, text } from "../Field.ts"
import { accountNumber, digits, name, phoneOf, swiftCode } from "../formats/formats.ts"
import { local, only, type Source } from "../Kind.ts"
import { bank, bankAccountType, beyond, number } from "./bankFields.ts"

/** A bank account identified by its number. */
const numbered = (...fields: ReadonlyArray<Field>) => only("accountNumber", ["BANK_TRANSFER"], ...fields)

const bic = text("swiftCode", "SWIFT code", swiftCode)

/** A bank account identified by its number and the SWIFT code of its bank. */
const bySwift = (...more: ReadonlyArray<Field>) => numbered(bank, number(accountNumber), bic, ...more)

/** A bank name, in NFC, that must be one of GET /discoveries. The platform has that list, so its caller compares. */
const discovered: TextField<"bankName"> = {
  ...text("bankName", "Bank", { ...name(255), spelling: (sent) => sent.normalize("NFC") }),
  fromDiscoveries: true
}

const iso9362: Source = { asOf: "2026-11", note: "Beyond the interface; ISO 9362" }

const canadian = numbered(
  text("bankCode", "Institution number", digits(3)),
  text("branchCode", "Transit number", digits(5)),
  number(digits(7, 12))
)
const jamaican = numbered(bank, text("branchCode", "Branch", digits(5)), number(accountNumber), bankAccountType)
const singaporean = only(
  "accountNumber",
  ["PAYNOW", "FAST", "BANK_TRANSFER"],
  number(accountNumber),
  bic,
  optional(bank)
)
const british = only("accountNumber", ["FASTER_PAYMENTS"], text("sortCode", "Sort code", digits(6)), number(digits(8)))
const indonesianPhone = text("phoneNumber", "Phone number", phoneOf("62", 9, 12))

export const CAD_ACCOUNT = local("CAD", "Canadian bank account", canadian, {
  asOf: "2026-06",
  note: "Payments Canada: institution and transit numbers carry no check digit"
})
export const GBP_ACCOUNT = local("GBP", "British bank account", british, {
  asOf: "2026-06",
  note: "The interface. Modulus checking needs a table that changes often, so the rail does it"
})
export const GTQ_ACCOUNT = local(
  "GTQ",
  "Guatemalan bank account",
  numbered(bank, number(accountNumber), bankAccountType),
  beyond
)
export const HKD_ACCOUNT = local("HKD", "Hong Kong bank account", bySwift(), iso9362)
export const IDR_ACCOUNT = local("IDR", "Indonesian bank account", bySwift(indonesianPhone), iso9362)
export const JMD_ACCOUNT = local("JMD", "Jamaican bank account", jamaican, beyond)
export const MYR_ACCOUNT = local("MYR", "Malaysian bank account", bySwift(), iso9362)
export const NGN_ACCOUNT = local("NGN", "Nigerian bank account", numbered(number(digits(10)), discovered), {
  asOf: "2026-06",
  note: "Central Bank of Nigeria, NUBAN; its check digit needs a bank code, which requests do not contain"
})
export const PHP_ACCOUNT = local("PHP", "Philippine bank account", numbered(discovered, number(digits(8, 16))), {
  asOf: "2026-06",
  note: "The interface: 8 to 16 digits; bankName is one of the discoveries"
})
export const SGD_ACCOUNT = local("SGD", "Singaporean bank account", singaporean, iso9362)
export const THB_ACCOUNT = local("THB", "Thai bank account", bySwift(), iso9362)
export const VND_ACCOUNT = local("VND", "Vietnamese bank account", bySwift(), iso9362)
export const ZAR_ACCOUNT = local("ZAR", "South African bank account", numbered(number(digits(9, 13)), discovered), {
  asOf: "2026-06",
  note: "The interface: 9 to 13 digits; bankName is one of the discoveries"
})
