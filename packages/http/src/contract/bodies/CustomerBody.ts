import { Address, BusinessInfo, CustomerId, type CustomerView, type OpenedCustomer, Standing } from "@countersign/core"
import { Schema } from "effect"
import { BeneficialOwnerBody, beneficialOwnerBody } from "./BeneficialOwnerBody.ts"
import { Timestamp } from "./wire.ts"

const shared = {
  id: CustomerId,
  platformCustomerId: Schema.String,
  umaAddress: Schema.String,
  currencies: Schema.Array(Schema.String),
  region: Schema.optionalKey(Schema.String),
  email: Schema.optionalKey(Schema.String),
  address: Schema.optionalKey(Address),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  isDeleted: Schema.Boolean
}

export const CustomerBody = Schema.Union([
  Schema.Struct({
    customerType: Schema.Literal("INDIVIDUAL"),
    ...shared,
    kycStatus: Standing,
    fullName: Schema.optionalKey(Schema.String),
    birthDate: Schema.optionalKey(Schema.String),
    nationality: Schema.optionalKey(Schema.String)
  }),
  Schema.Struct({
    customerType: Schema.Literal("BUSINESS"),
    ...shared,
    kybStatus: Standing,
    businessInfo: BusinessInfo,
    /** The newest 100; `GET /beneficial-owners` has them all. Answers have it, events do not: it is about people. */
    beneficialOwners: Schema.optionalKey(Schema.Array(BeneficialOwnerBody))
  })
]).annotate({ identifier: "Customer" })

/** A customer as an answer shows it. */
export const customerViewBody = ({ owners, ...opened }: CustomerView): typeof CustomerBody.Type => {
  const body = customerBody(opened)
  return body.customerType === "INDIVIDUAL" ? body : { ...body, beneficialOwners: owners.map(beneficialOwnerBody) }
}

/** A customer by what it says of itself alone. */
export const customerBody = ({ customer, profile }: OpenedCustomer): typeof CustomerBody.Type => {
  const { createdAt, currencies, customerId, platformCustomerId, standing, umaAddress, updatedAt } = customer
  const common = {
    id: customerId,
    platformCustomerId,
    umaAddress,
    currencies,
    createdAt,
    updatedAt,
    isDeleted: customer.deletedAt !== undefined
  }
  return profile.customerType === "INDIVIDUAL"
    ? { ...profile, ...common, kycStatus: standing }
    : { ...profile, ...common, kybStatus: standing }
}
