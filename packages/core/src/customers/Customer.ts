import { Effect, Result, Schema } from "effect"
import { country, text } from "../model/Address.ts"
import { counted } from "../model/counted.ts"
import { Email } from "../model/Email.ts"
import { CustomerId } from "../model/ids.ts"
import { Standing } from "../model/Standing.ts"
import { Millis } from "../model/time.ts"
import { UmaAddress } from "../model/UmaAddress.ts"
import * as Collection from "../ports/Collection.ts"
import { vaulted } from "../ports/vaulted.ts"
import { CustomerType, NewCustomer } from "./bodies.ts"
import { CustomerDeleted } from "./refusals.ts"

/** A customer of a platform. What is said of it stands in `sealed`; beside that only what it is found and told apart by. */
export const Customer = Schema.Struct({
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

/** A customer with what its platform says of it in the clear. */
export interface OpenedCustomer {
  readonly customer: Customer
  readonly profile: NewCustomer
}

const { open, seal } = vaulted(NewCustomer)

/** Bound to the customer: copied into the record of another one, it does not open. */
const contextOf = (id: CustomerId): string => `customer ${id}`

/** What a record keeps of a profile: all of it sealed, and what lists and credentials need beside it. */
export const sealedProfile = Effect.fnUntraced(function* (id: CustomerId, profile: NewCustomer) {
  const { customerType, email, region } = profile
  const kept: Pick<Customer, "customerType" | "email" | "region" | "sealed"> = {
    customerType,
    ...(region === undefined ? {} : { region }),
    ...(email === undefined ? {} : { email }),
    sealed: yield* seal(profile, contextOf(id))
  }
  return kept
})

export const openedCustomer = Effect.fnUntraced(function* (customer: Customer) {
  const profile = yield* open(customer.sealed, contextOf(customer.customerId))
  const result: OpenedCustomer = { customer, profile }
  return result
})
