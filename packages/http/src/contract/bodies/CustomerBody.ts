import { Address, BusinessInfo, type Customer, CustomerId, Standing } from "@countersign/core"
import { Schema } from "effect"
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
    businessInfo: BusinessInfo
  })
]).annotate({ identifier: "Customer" })

export const customerBody = (customer: Customer): typeof CustomerBody.Type => {
  const { createdAt, currencies, customerId, platformCustomerId, profile, standing, umaAddress, updatedAt } = customer
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
