import { Effect } from "effect"
import { type Customer, customers } from "../../customers/Customer.ts"
import { announced } from "../../events/Event.ts"
import type { Millis } from "../../model/time.ts"

/**
 * The event about a customer whose standing has changed, if it has, and the customer with it counted. `version` is that of
 * the customer as it is stored, and 0 for a new one.
 */
export const standingChange = Effect.fnUntraced(function* (
  before: Customer | undefined,
  customer: Customer,
  at: Millis,
  version: number
) {
  const { customerType, standing } = customer
  if (standing === "UNVERIFIED" || standing === before?.standing) return { customer, changes: [] }
  const check = customerType === "BUSINESS" ? "KYB" : "KYC"
  const announcement = yield* announced(`CUSTOMER.${check}_${standing}`, customers, customer, at, version)
  return { customer: announcement.subject, changes: [announcement.change] }
})
