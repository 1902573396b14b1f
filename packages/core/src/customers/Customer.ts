import { Schema } from "effect"
import { Email } from "../model/Email.ts"
import { CustomerId } from "../model/ids.ts"
import { Millis } from "../model/time.ts"
import * as Collection from "../ports/Collection.ts"

const text = (max: number) => Schema.String.check(Schema.isMinCodePoints(1), Schema.isMaxCodePoints(max))

const country = Schema.String.check(Schema.isPattern(/^[A-Z]{2}$/u)).annotate({
  description: "ISO 3166-1 alpha-2"
})
const date = Schema.String.check(Schema.isPattern(/^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$/u)).annotate(
  {
    description: "YYYY-MM-DD"
  }
)

export const Address = Schema.Struct({
  line1: text(255),
  line2: Schema.optionalKey(text(255)),
  city: Schema.optionalKey(text(255)),
  state: Schema.optionalKey(text(255)),
  postalCode: text(32),
  country
})

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

/** Where the checks on a customer stand. */
export const Standing = Schema.Literals(["UNVERIFIED", "PENDING", "APPROVED", "REJECTED"])
export type Standing = typeof Standing.Type

export const Customer = Schema.Struct({
  customerId: CustomerId,
  platformCustomerId: text(255),
  standing: Standing,
  profile: NewCustomer,
  createdAt: Millis,
  updatedAt: Millis
})
export type Customer = typeof Customer.Type

export const customers = Collection.make({
  name: "customers",
  schema: Customer,
  id: (customer) => customer.customerId,
  unique: { platformCustomerId: ["platformCustomerId"] },
  indexes: { customer: ["customerId"] }
})
