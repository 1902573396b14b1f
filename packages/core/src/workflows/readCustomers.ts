import { Effect } from "effect"
import { customers } from "../customers/Customer.ts"
import { CustomerNotFound } from "../customers/refusals.ts"
import { environmentKey } from "../model/Environment.ts"
import type { CustomerId } from "../model/ids.ts"
import type { PageRequest } from "../model/Page.ts"
import { CurrentEnvironment } from "../ports/CurrentEnvironment.ts"
import { byId, findPage, loadOne } from "../ports/records.ts"

export const readCustomer = Effect.fn("readCustomer")(function* (customerId: CustomerId) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const customer = yield* loadOne(byId(customers, environment, customerId))
  return customer === undefined ? yield* new CustomerNotFound() : customer.value
})

/** Customers of the environment, newest first. */
export const listCustomers = Effect.fn("listCustomers")(function* (page: PageRequest) {
  const environment = environmentKey(yield* CurrentEnvironment)
  return yield* findPage({ collection: customers, environment }, page)
})
