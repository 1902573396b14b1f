import { Context, Effect, Result, Schema } from "effect"
import * as Machine from "../../machine/Machine.ts"
import { country, text } from "../../model/Address.ts"
import { counted } from "../../model/counted.ts"
import { Email } from "../../model/Email.ts"
import { Millis } from "../../model/Environment.ts"
import { CustomerId } from "../../model/ids.ts"
import { Standing } from "../../model/Standing.ts"
import { UmaAddress } from "../../model/UmaAddress.ts"
import { vaulted } from "../../ports/Vault.ts"
import * as Collection from "../../store/Collection.ts"
import { CustomerType, NewCustomer } from "./bodies.ts"
import { CustomerDeleted } from "./refusals.ts"

/** The results of the checks on a customer, and its deletion: a deleted customer can only be read. */
const checks = {
  ChecksReset: "UNVERIFIED",
  CheckBegun: "PENDING",
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
  platformCustomerId: text(255),
  /** The platformCustomerId while nobody else may have it; null once the customer is deleted. */
  reference: Schema.NullOr(Schema.String),
  /** Nobody else's ever: what is paid to it later must not reach another customer. */
  umaAddress: UmaAddress,
  region: Schema.optionalKey(country),
  /** Its credentials are tied to it, and a change of it is signed for. */
  email: Schema.optionalKey(Email),
  /** The currencies of its accounts, by code. */
  currencies: Schema.Array(Schema.String),
  standing: Standing,
  /** The `NewCustomer`, under the vault's key. */
  sealed: Schema.String,
  deletedAt: Schema.optionalKey(Millis),
  ...counted,
  createdAt: Millis,
  updatedAt: Millis
})
type Fields = typeof Fields.Type

const { seal, state } = Machine.record("Customer", Fields)

/** A customer of a platform. What is said of it stands in `sealed`; beside that only what it is found and told apart by. */
export type Customer = Machine.Made<"Customer", Fields>
/** A customer that is not deleted. */
export type Live = Customer & { readonly deletedAt?: never }

export const customers = Collection.make({
  name: "customers",
  schema: state,
  id: (customer) => customer.customerId,
  unique: { reference: ["reference"], umaAddress: ["umaAddress"] },
  indexes: {
    all: [],
    customer: ["customerId"],
    platformCustomer: ["platformCustomerId"],
    umaAddress: ["umaAddress"]
  }
})

/** The customer, if it is not deleted. */
export const live = (customer: Customer): Result.Result<Live, CustomerDeleted> =>
  isLive(customer) ? Result.succeed(customer) : Result.fail(new CustomerDeleted())

const isLive = (customer: Customer): customer is Live => customer.deletedAt === undefined

const FOUND = {
  UNVERIFIED: "ChecksReset",
  PENDING: "CheckBegun",
  APPROVED: "Approved",
  REJECTED: "Rejected"
} as const satisfies { readonly [S in Standing]: string }

/** A new customer, with the standing that its onboarding found. */
export const begun = (fields: Omit<Fields, "eventCount" | "standing">, standing: Standing): Customer =>
  seal({ ...fields, standing: transition(machine.begins, FOUND[standing]), eventCount: 0 })

/** The customer with the standing that a check found. */
export const withStanding = (customer: Live, standing: Standing, at: Millis): Customer =>
  seal({ ...customer, standing: transition(customer.standing, FOUND[standing]), updatedAt: at })

/** The customer with other fields, and the same standing. */
export const revised = (
  customer: Customer,
  fields: Partial<Omit<Fields, "customerId" | "deletedAt" | "reference" | "standing">>
): Customer => seal({ ...customer, ...fields })

/** The customer as its deletion leaves it: its platformCustomerId is free. */
export const deleted = (customer: Live, at: Millis): Customer =>
  seal({ ...customer, reference: null, deletedAt: at, updatedAt: at })

/** A customer with what its platform says of it in the clear. */
export interface OpenedCustomer {
  readonly customer: Customer
  readonly profile: NewCustomer
}

const profiles = vaulted(NewCustomer)

/** Bound to the customer: copied into the record of another one, it does not open. */
const contextOf = (id: CustomerId): string => `customer ${id}`

/** What a record keeps of a profile: all of it sealed, and what lists and credentials need beside it. */
export const sealedProfile = Effect.fnUntraced(function* (id: CustomerId, profile: NewCustomer) {
  const { customerType, email, region } = profile
  const kept: Pick<Customer, "customerType" | "email" | "region" | "sealed"> = {
    customerType,
    ...(region === undefined ? {} : { region }),
    ...(email === undefined ? {} : { email }),
    sealed: yield* profiles.seal(profile, contextOf(id))
  }
  return kept
})

export const openedCustomer = Effect.fnUntraced(function* (customer: Customer) {
  const profile = yield* profiles.open(customer.sealed, contextOf(customer.customerId))
  const result: OpenedCustomer = { customer, profile }
  return result
})

/** Where a new customer stands before any check was made. The default approves nobody. */
export const Onboarding = Context.Reference<(customer: NewCustomer) => Standing>(
  "@countersign/core/customers/Onboarding",
  {
    defaultValue: () => () => "UNVERIFIED"
  }
)
