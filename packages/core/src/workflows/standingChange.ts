import { Effect } from "effect"
import { type Customer, customers } from "../customers/Customer.ts"
import { announce } from "../events/Event.ts"
import type { Millis } from "../model/time.ts"

/** Word to the platform where a customer stands otherwise than before; part of the commit that makes it so. */
export const standingChange = Effect.fnUntraced(function* (
  before: Customer | undefined,
  customer: Customer,
  at: Millis,
  /** Of the record once this is committed. */
  version: number
) {
  const { customerType, standing } = customer
  if (standing === "UNVERIFIED" || standing === before?.standing) return []
  const check = customerType === "BUSINESS" ? "KYB" : "KYC"
  return [yield* announce(`CUSTOMER.${check}_${standing}`, customers, customer, at, version)]
})
