import { Result, Schema } from "effect"
import { Address, country, date, text } from "../model/Address.ts"
import { Email } from "../model/Email.ts"
import { CustomerId } from "../model/ids.ts"
import { Standing } from "../model/Standing.ts"
import { Millis } from "../model/time.ts"
import { UmaAddress } from "../model/UmaAddress.ts"
import * as Collection from "../ports/Collection.ts"
import { CustomerDeleted, CustomerTypeDiffers } from "./refusals.ts"

export const BusinessInfo = Schema.Struct({
  legalName: text(255),
  taxId: Schema.optionalKey(text(64)),
  registrationNumber: Schema.optionalKey(text(64)),
  incorporatedOn: Schema.optionalKey(date),
  country: Schema.optionalKey(country)
})

const particulars = {
  platformCustomerId: Schema.optionalKey(text(255)),
  region: Schema.optionalKey(country),
  email: Schema.optionalKey(Email),
  umaAddress: Schema.optionalKey(UmaAddress),
  address: Schema.optionalKey(Address)
}

/** What a platform says of a customer when it creates one. */
export const NewCustomer = Schema.Union([
  Schema.Struct({
    customerType: Schema.Literal("INDIVIDUAL"),
    ...particulars,
    fullName: Schema.optionalKey(text(255)),
    birthDate: Schema.optionalKey(date),
    nationality: Schema.optionalKey(country)
  }),
  Schema.Struct({
    customerType: Schema.Literal("BUSINESS"),
    ...particulars,
    businessInfo: BusinessInfo
  })
])
export type NewCustomer = typeof NewCustomer.Type

/** What a platform may change of a customer. `customerType` is of no effect; it is there to be checked. */
export const CustomerPatch = Schema.Struct({
  customerType: Schema.optionalKey(Schema.Literals(["INDIVIDUAL", "BUSINESS"])),
  region: Schema.optionalKey(country),
  email: Schema.optionalKey(Email),
  address: Schema.optionalKey(Address),
  fullName: Schema.optionalKey(text(255)),
  birthDate: Schema.optionalKey(date),
  nationality: Schema.optionalKey(country),
  businessInfo: Schema.optionalKey(BusinessInfo)
})
export type CustomerPatch = typeof CustomerPatch.Type

/** The profile with a patch over it, if every field of the patch is one its type of customer has. */
export const patched = (
  profile: NewCustomer,
  { customerType, ...patch }: CustomerPatch
): Result.Result<NewCustomer, CustomerTypeDiffers> => {
  const { birthDate, businessInfo, fullName, nationality, ...common } = patch
  if (customerType !== undefined && customerType !== profile.customerType) return Result.fail(new CustomerTypeDiffers())
  if (profile.customerType === "BUSINESS") {
    const isOfPerson = fullName !== undefined || birthDate !== undefined || nationality !== undefined
    const next = { ...profile, ...common, ...(businessInfo === undefined ? {} : { businessInfo }) }
    return isOfPerson ? Result.fail(new CustomerTypeDiffers()) : Result.succeed(next)
  }
  if (businessInfo !== undefined) return Result.fail(new CustomerTypeDiffers())
  return Result.succeed({
    ...profile,
    ...common,
    ...(fullName === undefined ? {} : { fullName }),
    ...(birthDate === undefined ? {} : { birthDate }),
    ...(nationality === undefined ? {} : { nationality })
  })
}

export const Customer = Schema.Struct({
  customerId: CustomerId,
  platformCustomerId: text(255),
  /** The platformCustomerId while nobody else may have it; null once the customer is deleted. */
  reference: Schema.NullOr(Schema.String),
  /** Nobody else's ever: what is paid to it later must not reach another customer. */
  umaAddress: UmaAddress,
  /** The currencies of its accounts, by code. */
  currencies: Schema.Array(Schema.String),
  standing: Standing,
  profile: NewCustomer,
  deletedAt: Schema.optionalKey(Millis),
  createdAt: Millis,
  updatedAt: Millis
})
export type Customer = typeof Customer.Type

export const customers = Collection.make({
  name: "customers",
  schema: Customer,
  id: (customer) => customer.customerId,
  unique: { reference: ["reference"], umaAddress: ["umaAddress"] },
  indexes: {
    all: [],
    customer: ["customerId"],
    platformCustomer: ["platformCustomerId"],
    umaAddress: ["umaAddress"]
  }
})

/** The customer, if it is one still. */
export const live = (customer: Customer): Result.Result<Customer, CustomerDeleted> =>
  customer.deletedAt === undefined ? Result.succeed(customer) : Result.fail(new CustomerDeleted())
