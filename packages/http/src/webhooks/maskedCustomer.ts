import { maskedText } from "@countersign/account-types"
import type { BusinessInfo, NewCustomer, OpenedCustomer } from "@countersign/core"
import { Schema, Struct } from "effect"
import { CustomerBody, customerBody } from "../contract/bodies/CustomerBody.ts"

/**
 * A customer for a webhook, which passes through hands that no answer does: of a person nothing that describes it, of a
 * business its legal name and the last four characters of its numbers (W11, X6).
 */
export const maskedCustomer = ({ customer, profile }: OpenedCustomer) =>
  encode(customerBody({ customer, profile: maskedProfile(profile) }))

const encode = Schema.encodeSync(CustomerBody)

const maskedProfile = (profile: NewCustomer): NewCustomer =>
  profile.customerType === "INDIVIDUAL"
    ? Struct.omit(profile, ["address", "birthDate", "fullName", "nationality"])
    : { ...Struct.omit(profile, ["address"]), businessInfo: maskedNumbers(profile.businessInfo) }

// `sourceOfFunds` is free text: nothing limits what it says of people.
const maskedNumbers = ({
  registrationNumber,
  sourceOfFunds: _,
  taxId,
  ...info
}: typeof BusinessInfo.Type): typeof BusinessInfo.Type => ({
  ...info,
  ...(taxId === undefined ? {} : { taxId: maskedText(taxId) }),
  ...(registrationNumber === undefined ? {} : { registrationNumber: maskedText(registrationNumber) })
})
