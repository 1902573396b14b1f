import { Schema, Struct } from "effect"
import { Address, country, date } from "../../../model/Address.ts"
import { dated } from "../../../model/counted.ts"
import { Email } from "../../../model/Email.ts"
import { BeneficialOwnerId, CustomerId } from "../../../model/ids.ts"
import { PhoneNumber } from "../../../model/PhoneNumber.ts"
import { missing, Refusal, withCode } from "../../../model/Refusal.ts"
import { Standing } from "../../../model/Standing.ts"
import { label, visible } from "../../../model/text.ts"
import { FieldError } from "../../../schema/expected.ts"
import * as Collection from "../../../store/Collection.ts"

export const OwnerRole = Schema.Literals([
  "UBO",
  "DIRECTOR",
  "COMPANY_OFFICER",
  "CONTROL_PERSON",
  "TRUSTEE",
  "GENERAL_PARTNER"
]).annotate({ description: "The role of a beneficial owner in the business" })
export const OwnerRoles = Schema.Array(OwnerRole).check(Schema.isMaxLength(6), Schema.isUnique())

const ownershipPercentage = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 100 })).annotate({
  description: "In percent, 0 to 100"
})

const names = { firstName: label(255), lastName: label(255) }
const more = Struct.map(
  {
    middleName: visible(255),
    birthDate: date,
    nationality: country,
    address: Address,
    email: Email,
    phoneNumber: PhoneNumber,
    idType: Schema.String.check(
      Schema.isPattern(/^[A-Z][A-Z0-9_]{1,31}$/u, { send: "the kind of document in upper case, such as PASSPORT" })
    ).annotate({ description: "The type of the identifier, such as PASSPORT" }),
    identifier: visible(64),
    countryOfIssuance: country
  },
  Schema.optionalKey
)

export const PersonalInfo = Schema.Struct({ ...names, ...more }).annotate({
  description: "The profile of a beneficial owner. Production requires more fields than the sandbox"
})
export type PersonalInfo = typeof PersonalInfo.Type

export const NewBeneficialOwner = Schema.Struct({
  customerId: CustomerId,
  roles: Schema.optionalKey(OwnerRoles),
  ownershipPercentage: Schema.optionalKey(ownershipPercentage),
  personalInfo: PersonalInfo
}).annotate({ description: "A beneficial owner to add to a business" })
export type NewBeneficialOwner = typeof NewBeneficialOwner.Type

export const BeneficialOwnerPatch = Schema.Struct({
  roles: Schema.optionalKey(OwnerRoles),
  ownershipPercentage: Schema.optionalKey(ownershipPercentage),
  personalInfo: Schema.optionalKey(Schema.Struct({ ...Struct.map(names, Schema.optionalKey), ...more }))
}).annotate({ description: "Omitted fields stay unchanged" })
export type BeneficialOwnerPatch = typeof BeneficialOwnerPatch.Type

/** A beneficial owner of a business. Personal data is stored only in `sealed`. */
export const BeneficialOwner = Schema.Struct({
  beneficialOwnerId: BeneficialOwnerId,
  customerId: CustomerId,
  roles: OwnerRoles,
  ownershipPercentage: Schema.optionalKey(Schema.Finite),
  /** The `PersonalInfo`, encrypted with the vault key. */
  sealed: Schema.String,
  standing: Standing,
  ...dated
})
export type BeneficialOwner = typeof BeneficialOwner.Type

export const beneficialOwners = Collection.make({
  name: "beneficial_owners",
  schema: BeneficialOwner,
  id: "beneficialOwnerId",
  indexes: { customer: ["customerId"] }
})

export class OwnerNotFound extends Refusal("OwnerNotFound")(missing, {
  message:
    "No beneficial owner with this id exists for this API token. List the customer's beneficial owners to find a valid id.",
  cause: "The id is misspelled, or the owner belongs to another platform or mode.",
  remedy: "Call GET /beneficial-owners with the customerId and the same token."
}) {}

export class OwnerIncomplete extends Refusal("OwnerIncomplete", { errors: Schema.Array(FieldError) })(
  withCode("invalid", "MISSING_MANDATORY_USER_INFO"),
  {
    reason: "Beneficial owner is incomplete",
    message: "The beneficial owner lacks required information. Add each field listed in details.errors.",
    cause: "Verification requires more fields of a beneficial owner than the request contains.",
    remedy: "Send all listed fields of personalInfo and roles."
  }
) {}
