import * as core from "@countersign/core/internal"
import {
  Address,
  BusinessInfo,
  CustomerId,
  type CustomerView,
  type OpenedCustomer,
  Standing
} from "@countersign/core/internal"
import { Effect, Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { endpoint } from "../endpoint.ts"
import { countryCode, currencyCode, flag, Timestamp } from "../fields.ts"
import { pageBody, pageOf, pageRequest, paging } from "../paging.ts"
import { BeneficialOwnerBody, beneficialOwnerBody } from "../verifications/beneficialOwners.ts"

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
    /**
     * The newest 100; `GET /beneficial-owners` lists all. Responses include them; events omit them, because they are
     * personal data.
     */
    beneficialOwners: Schema.optionalKey(Schema.Array(BeneficialOwnerBody))
  })
]).annotate({ identifier: "Customer" })

/** Converts a customer view into a response body, including its beneficial owners. */
export const customerViewBody = ({ owners, ...opened }: CustomerView): typeof CustomerBody.Type => {
  const body = customerBody(opened)
  return body.customerType === "INDIVIDUAL" ? body : { ...body, beneficialOwners: owners.map(beneficialOwnerBody) }
}

/** Converts a customer into its body without related records. */
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

const identifier = Schema.optionalKey(Schema.String.check(Schema.isMaxLength(512)))
const instant = Schema.optionalKey(Timestamp)

export const listCustomers = endpoint(
  HttpApiEndpoint.get("listCustomers", "/customers", {
    query: {
      platformCustomerId: identifier,
      umaAddress: identifier,
      customerType: Schema.optionalKey(Schema.Literals(["INDIVIDUAL", "BUSINESS"])),
      region: Schema.optionalKey(countryCode),
      currency: Schema.optionalKey(currencyCode),
      createdAfter: instant,
      createdBefore: instant,
      updatedAfter: instant,
      updatedBefore: instant,
      isIncludingDeleted: Schema.optionalKey(flag),
      ...paging
    },
    success: pageOf(CustomerBody)
  }),
  {
    summary: "List customers, newest first",
    description:
      "Filters are combined with AND, and their instants are inclusive. A page may have fewer items than its limit when a filter skips many records; hasMore reports whether more pages follow."
  },
  ({ query }) => Effect.map(core.listCustomers(query, pageRequest(query)), (page) => pageBody(page, customerViewBody))
)

export const readCustomer = endpoint(
  HttpApiEndpoint.get("readCustomer", "/customers/:id", { params: { id: core.CustomerId }, success: CustomerBody }),
  { summary: "Read a customer", refusals: ["CustomerNotFound"] },
  ({ params }) => Effect.map(core.readCustomer(params.id), customerViewBody)
)
