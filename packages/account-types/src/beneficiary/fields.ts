import { choice, type Field, type Format, optional, text } from "../Field.ts"
import { called, date, email, name, phone } from "../formats/formats.ts"
import { composed, upperCase } from "../formats/spelling.ts"
import { isJsonObject, type JsonObject } from "../Kind.ts"
import { countries } from "./countries.ts"

export const country = <const N extends string>(name: N, label: string) => ({
  ...choice(name, label, countries),
  says: "a two-letter country code in upper case"
})

const contact: ReadonlyArray<Field> = [
  optional(text("email", "E-mail address", email(254))),
  optional(text("phoneNumber", "Phone number", phone)),
  optional(country("countryOfResidence", "Country of residence"))
]

const registrationNumber = optional(
  text("registrationNumber", "Registration number", name(255, ["RC-204117", "HRB 86891"]))
)

/** The fields of an individual, without `beneficiaryType` and `address`. `needsOf` defines which are required. */
export const individualFields: ReadonlyArray<Field> = [
  optional(text("fullName", "Full name", called(255, ["Ada Lovelace", "José Núñez", "王小明", "Zoë O'Hara"]))),
  optional(text("birthDate", "Date of birth", date)),
  optional(country("nationality", "Nationality")),
  registrationNumber,
  ...contact
]

/** The fields of `businessInfo`, which are also accepted beside `beneficiaryType`. */
export const businessInfoFields: ReadonlyArray<Field> = [
  optional(text("legalName", "Legal name", called(255, ["Acme Ltd", "Müller & Söhne GmbH", "Panadería Sol S.A."]))),
  registrationNumber,
  optional(text("taxId", "Tax id", name(255, ["20411734-0001", "A012345678Z"])))
]

/** The fields of a business, without `beneficiaryType`, `businessInfo` and `address`. */
export const businessFields: ReadonlyArray<Field> = [...businessInfoFields, ...contact]

/** The number of an identity document, and its type where a destination has some: banks in Colombia compare both. */
export const documentFields = (destination: string): ReadonlyArray<Field> =>
  destination === "COP" ? [documentType, documentNumber] : [documentNumber]

const documentType = optional(choice("documentType", "Type of document", ["CC", "CE", "TI", "NIT", "PP"]))
const documentNumber = optional(text("documentNumber", "Number of document", name(50, ["1020304050", "AB123456"])))

const postalCode: Format = {
  ...name(20, ["10115", "SW1A 1AA"]),
  spelling: (sent) => upperCase(composed(sent)).replace(/\p{Zs}+/gu, " ")
}

export const addressFields: ReadonlyArray<Field> = [
  optional(text("line1", "Street and number", name(255, ["1 Main Street", "Calle 7 # 40-62"]))),
  optional(text("line2", "Second line", name(255, ["Flat 2"]))),
  optional(text("city", "City", name(255, ["Springfield", "Bogotá", "東京"]))),
  optional(text("state", "State or province", name(255, ["Western Cape"]))),
  optional(text("postalCode", "Postal code", postalCode)),
  optional(country("country", "Country"))
]

/** Returns the stored form of a business: the fields of `businessInfo` beside `beneficiaryType`. Check it first. */
export const flatBeneficiary = ({ businessInfo, ...others }: JsonObject): JsonObject =>
  isJsonObject(businessInfo) ? { ...others, ...businessInfo } : others

/** The destinations that require a registrationNumber of a sending business. Checked when a payment is created. */
export const registeredOriginators: ReadonlySet<string> = new Set(
  "GBP INR BRL DKK PHP HKD IDR MYR SGD THB VND AED".split(" ")
)
