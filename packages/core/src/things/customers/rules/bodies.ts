import { Result, Schema } from "effect"
import { Address, country, countryList, date } from "../../../model/Address.ts"
import { Email } from "../../../model/Email.ts"
import { PhoneNumber } from "../../../model/PhoneNumber.ts"
import type { PolicyCurrency, PolicyValues } from "../../../model/Policy.ts"
import { label, reference, visible } from "../../../model/text.ts"
import { UmaAddress } from "../../../model/UmaAddress.ts"
import { CurrencyInUse, CurrencyNotOffered, CustomerTypeDiffers } from "./refusals.ts"

export const BusinessInfo = Schema.Struct({
  legalName: label(255),
  taxId: Schema.optionalKey(visible(64)),
  registrationNumber: Schema.optionalKey(visible(64)),
  incorporatedOn: Schema.optionalKey(date),
  country: Schema.optionalKey(country),
  doingBusinessAs: Schema.optionalKey(label(255)),
  entityType: Schema.optionalKey(visible(64)),
  businessType: Schema.optionalKey(visible(255)),
  countriesOfOperation: Schema.optionalKey(countryList),
  purposeOfAccount: Schema.optionalKey(visible(255)),
  sourceOfFunds: Schema.optionalKey(visible(1000)),
  expectedMonthlyTransactionCount: Schema.optionalKey(visible(64)),
  expectedMonthlyTransactionVolume: Schema.optionalKey(visible(64)),
  expectedRecipientJurisdictions: Schema.optionalKey(countryList)
}).annotate({ description: "The profile of a business" })

/** Fields that are accepted on creation and on update. */
const common = {
  region: Schema.optionalKey(country),
  email: Schema.optionalKey(Email),
  phoneNumber: Schema.optionalKey(PhoneNumber),
  umaAddress: Schema.optionalKey(UmaAddress),
  currencies: Schema.optionalKey(
    Schema.Array(visible(8)).check(Schema.isMaxLength(100)).annotate({
      description: "The currencies of the accounts in addition to the wallet. If absent, all that the platform offers"
    })
  ),
  address: Schema.optionalKey(Address)
}
const particulars = { platformCustomerId: Schema.optionalKey(reference(255)), ...common }

export const CustomerType = Schema.Literals(["INDIVIDUAL", "BUSINESS"])

export const NewCustomer = Schema.Union([
  Schema.Struct({
    customerType: Schema.Literal("INDIVIDUAL"),
    ...particulars,
    fullName: Schema.optionalKey(label(255)),
    birthDate: Schema.optionalKey(date),
    nationality: Schema.optionalKey(country)
  }).annotate({ description: "A person to create as a customer" }),
  Schema.Struct({
    customerType: Schema.Literal("BUSINESS"),
    ...particulars,
    businessInfo: BusinessInfo
  }).annotate({ description: "A business to create as a customer" })
]).annotate({ description: "A customer to create" })
export type NewCustomer = typeof NewCustomer.Type

export const CustomerPatch = Schema.Struct({
  customerType: Schema.optionalKey(CustomerType),
  ...common,
  fullName: Schema.optionalKey(label(255)),
  birthDate: Schema.optionalKey(date),
  nationality: Schema.optionalKey(country),
  businessInfo: Schema.optionalKey(BusinessInfo)
}).annotate({ description: "Omitted fields stay unchanged. `customerType` cannot change; if present it must match" })
export type CustomerPatch = typeof CustomerPatch.Type

/** Applies a patch to a profile. Fails if this type of customer does not have a field of the patch. */
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

type Offer = Pick<PolicyValues, "accountCurrencies" | "walletCurrency">

/**
 * The currencies of a new customer's accounts in addition to the wallet: the requested ones, or all that the platform
 * offers. Every customer has a wallet, so its currency is optional.
 */
export const chosen = (
  wanted: ReadonlyArray<string> | undefined,
  { accountCurrencies, walletCurrency }: Offer
): Result.Result<ReadonlyArray<PolicyCurrency>, CurrencyNotOffered> => {
  const offered = [...accountCurrencies, walletCurrency].map(({ code }) => code)
  if (wanted?.some((code) => !offered.includes(code)) === true) return Result.fail(new CurrencyNotOffered())
  return Result.succeed(accountCurrencies.filter(({ code }) => wanted?.includes(code) ?? true))
}

/** The currencies that an update adds. Omitting a currency does not close its account. */
export const added = (
  had: ReadonlyArray<string>,
  wanted: ReadonlyArray<string>,
  offer: Offer
): Result.Result<ReadonlyArray<PolicyCurrency>, CurrencyInUse | CurrencyNotOffered> =>
  had.some((code) => code !== offer.walletCurrency.code && !wanted.includes(code))
    ? Result.fail(new CurrencyInUse())
    : chosen(
        wanted.filter((code) => !had.includes(code)),
        offer
      )
