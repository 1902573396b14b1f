import { Effect } from "effect"
import { type Customer, customers } from "../customers/Customer.ts"
import { CustomerNotFound } from "../customers/refusals.ts"
import { environmentKey } from "../model/Environment.ts"
import type { CustomerId } from "../model/ids.ts"
import type { PageRequest } from "../model/Page.ts"
import type { Millis } from "../model/time.ts"
import { CurrentEnvironment } from "../ports/CurrentEnvironment.ts"
import { byId, loadOne } from "../ports/records.ts"
import { findWanted } from "./findWanted.ts"

/** A customer, also one that was deleted: it says so. */
export const readCustomer = Effect.fn("readCustomer")(function* (customerId: CustomerId) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const customer = yield* loadOne(byId(customers, environment, customerId))
  return customer === undefined ? yield* new CustomerNotFound() : customer.value
})

/** What a list of customers is narrowed by. Instants are included. */
export interface CustomerFilter {
  readonly platformCustomerId?: string | undefined
  readonly umaAddress?: string | undefined
  readonly customerType?: Customer["profile"]["customerType"] | undefined
  readonly region?: string | undefined
  readonly currency?: string | undefined
  readonly createdAfter?: Millis | undefined
  readonly createdBefore?: Millis | undefined
  readonly updatedAfter?: Millis | undefined
  readonly updatedBefore?: Millis | undefined
  readonly isIncludingDeleted?: boolean | undefined
}

/** Customers of the environment, newest first. */
export const listCustomers = Effect.fn("listCustomers")(function* (filter: CustomerFilter, page: PageRequest) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const { createdAfter: since, createdBefore: until } = filter
  const isOne = (customer: Customer) => isWanted(filter, customer)
  return yield* findWanted(
    { collection: customers, environment, ...indexOf(filter), isWanted: isOne, since, until },
    page
  )
})

const indexOf = ({ platformCustomerId, umaAddress }: CustomerFilter) => {
  if (umaAddress !== undefined) return { index: { name: "umaAddress", values: [umaAddress] } }
  if (platformCustomerId !== undefined) return { index: { name: "platformCustomer", values: [platformCustomerId] } }
  return {}
}

const isWanted = (filter: CustomerFilter, customer: Customer): boolean => {
  const { currencies, deletedAt, platformCustomerId, profile, umaAddress, updatedAt } = customer
  return (
    (filter.isIncludingDeleted === true || deletedAt === undefined) &&
    (filter.platformCustomerId ?? platformCustomerId) === platformCustomerId &&
    (filter.umaAddress ?? umaAddress) === umaAddress &&
    (filter.customerType ?? profile.customerType) === profile.customerType &&
    (filter.region ?? profile.region) === profile.region &&
    (filter.currency === undefined || currencies.includes(filter.currency)) &&
    (filter.updatedAfter ?? updatedAt) <= updatedAt &&
    (filter.updatedBefore ?? updatedAt) >= updatedAt
  )
}
