import { Context, Result, Schema } from "effect"
import * as Machine from "../../../machine/Machine.ts"
import { country } from "../../../model/Address.ts"
import { counted } from "../../../model/counted.ts"
import { Email } from "../../../model/Email.ts"
import { Millis } from "../../../model/Environment.ts"
import { CustomerId } from "../../../model/ids.ts"
import { Standing } from "../../../model/Standing.ts"
import { UmaAddress } from "../../../model/UmaAddress.ts"
import * as Collection from "../../../store/Collection.ts"
import type { Stored } from "../../../store/records.ts"
import { CustomerType, type NewCustomer } from "./bodies.ts"
import { CustomerDeleted, CustomerNotFound } from "./refusals.ts"

/** Screening results. A deleted customer is read-only. */
const checks = {
  ChecksReset: "UNVERIFIED",
  CheckStarted: "PENDING",
  Approved: "APPROVED",
  Rejected: "REJECTED",
  Deleted: "DELETED"
} as const

const { machine, transition } = Machine.words({
  name: "Customer",
  begins: "UNVERIFIED",
  table: { UNVERIFIED: checks, PENDING: checks, APPROVED: checks, REJECTED: checks, DELETED: {} }
})

export { machine }

const Fields = Schema.Struct({
  customerId: CustomerId,
  customerType: CustomerType,
  platformCustomerId: Schema.String,
  /** The platformCustomerId, unique among customers that are not deleted; null after the deletion. */
  reference: Schema.NullOr(Schema.String),
  /** Never reassigned to another customer: late payments to it must not reach the wrong one. */
  umaAddress: UmaAddress,
  region: Schema.optionalKey(country),
  /** EMAIL_OTP credentials depend on it, so a change needs a signature. */
  email: Schema.optionalKey(Email),
  /** The currency codes of its accounts. */
  currencies: Schema.Array(Schema.String),
  standing: Standing,
  /** The `NewCustomer`, encrypted with the vault key. */
  sealed: Schema.String,
  deletedAt: Schema.optionalKey(Millis),
  ...counted
})
type Fields = typeof Fields.Type

const { seal, state } = Machine.record("Customer", Fields)

/**
 * A customer of a platform. Its profile is stored in `sealed`; the other fields are those needed for lookups and lists.
 */
export type Customer = Machine.Made<"Customer", Fields>
export type NotDeleted = Customer & { readonly deletedAt?: never }

export const customers = Collection.make({
  name: "customers",
  schema: state,
  id: "customerId",
  unique: { reference: ["reference"], umaAddress: ["umaAddress"] },
  indexes: {
    all: [],
    customer: ["customerId"],
    platformCustomer: ["platformCustomerId"],
    umaAddress: ["umaAddress"]
  }
})

export const requireNotDeleted = (customer: Customer): Result.Result<NotDeleted, CustomerDeleted> =>
  isLive(customer) ? Result.succeed(customer) : Result.fail(new CustomerDeleted())

/** Fails if no customer was found, or if it is deleted. */
export const requireCustomer = (found: Stored<Customer> | undefined) =>
  Result.gen(function* () {
    const record = yield* Result.fromNullishOr(found, () => new CustomerNotFound())
    return { record, customer: yield* requireNotDeleted(record.value) }
  })

const isLive = (customer: Customer): customer is NotDeleted => customer.deletedAt === undefined

const FOUND = {
  UNVERIFIED: "ChecksReset",
  PENDING: "CheckStarted",
  APPROVED: "Approved",
  REJECTED: "Rejected"
} as const satisfies { readonly [S in Standing]: string }

/** A new customer, with the standing from its onboarding. */
export const initial = (fields: Omit<Fields, "eventCount" | "standing">, standing: Standing): Customer =>
  seal({ ...fields, standing: transition(machine.begins, FOUND[standing]), eventCount: 0 })

/** The customer with the standing from a screening. */
export const withStatus = (customer: NotDeleted, standing: Standing, at: Millis): Customer =>
  seal({ ...customer, standing: transition(customer.standing, FOUND[standing]), updatedAt: at })

export const revised = (
  customer: Customer,
  fields: Partial<Omit<Fields, "customerId" | "deletedAt" | "reference" | "standing">>
): Customer => seal({ ...customer, ...fields })

/** The customer after its deletion. Its platformCustomerId becomes available. */
export const deleted = (customer: NotDeleted, at: Millis): Customer =>
  seal({ ...customer, reference: null, deletedAt: at, updatedAt: at })

/** The standing of a new customer before any screening. The default approves no customer. */
export const Onboarding = Context.Reference<(customer: NewCustomer) => Standing>(
  "@countersign/core/customers/Onboarding",
  {
    defaultValue: () => () => "UNVERIFIED"
  }
)
