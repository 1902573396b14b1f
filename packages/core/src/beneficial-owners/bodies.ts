import { Schema } from "effect"
import { Address, country, date, text } from "../model/Address.ts"
import { Email } from "../model/Email.ts"
import { CustomerId } from "../model/ids.ts"

export const OwnerRole = Schema.Literals([
  "UBO",
  "DIRECTOR",
  "COMPANY_OFFICER",
  "CONTROL_PERSON",
  "TRUSTEE",
  "GENERAL_PARTNER"
])
export const OwnerRoles = Schema.Array(OwnerRole).check(Schema.isMaxLength(6), Schema.isUnique())

const ownershipPercentage = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 100 }))

const firstName = text(255)
const lastName = text(255)
const more = {
  middleName: Schema.optionalKey(text(255)),
  birthDate: Schema.optionalKey(date),
  nationality: Schema.optionalKey(country),
  address: Schema.optionalKey(Address),
  email: Schema.optionalKey(Email),
  /** In international format. */
  phoneNumber: Schema.optionalKey(
    Schema.String.check(
      Schema.isPattern(/^\+[1-9][0-9]{6,14}$/u, {
        send: "a phone number in international format, such as +442079460000"
      })
    )
  ),
  /** What the identifier is, such as PASSPORT. */
  idType: Schema.optionalKey(
    Schema.String.check(
      Schema.isPattern(/^[A-Z][A-Z0-9_]{1,31}$/u, { send: "the kind of document in upper case, such as PASSPORT" })
    )
  ),
  identifier: Schema.optionalKey(text(64)),
  countryOfIssuance: Schema.optionalKey(country)
}

/** What is known of a person behind a business. Production asks for more of it than the sandbox. */
export const PersonalInfo = Schema.Struct({ firstName, lastName, ...more })
export type PersonalInfo = typeof PersonalInfo.Type

export const NewBeneficialOwner = Schema.Struct({
  customerId: CustomerId,
  roles: Schema.optionalKey(OwnerRoles),
  ownershipPercentage: Schema.optionalKey(ownershipPercentage),
  personalInfo: PersonalInfo
})
export type NewBeneficialOwner = typeof NewBeneficialOwner.Type

/** What may be changed of an owner. Fields of `personalInfo` that are left out stay as they are. */
export const BeneficialOwnerPatch = Schema.Struct({
  roles: Schema.optionalKey(OwnerRoles),
  ownershipPercentage: Schema.optionalKey(ownershipPercentage),
  personalInfo: Schema.optionalKey(
    Schema.Struct({
      firstName: Schema.optionalKey(firstName),
      lastName: Schema.optionalKey(lastName),
      ...more
    })
  )
})
export type BeneficialOwnerPatch = typeof BeneficialOwnerPatch.Type
