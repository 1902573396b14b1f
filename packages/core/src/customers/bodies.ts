import { Result, Schema } from "effect"
import { Address, country, date, text } from "../model/Address.ts"
import { Email } from "../model/Email.ts"
import { UmaAddress } from "../model/UmaAddress.ts"
import { CustomerTypeDiffers } from "./refusals.ts"

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

export const CustomerType = Schema.Literals(["INDIVIDUAL", "BUSINESS"])

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
  customerType: Schema.optionalKey(CustomerType),
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
