import type { Millis } from "../../model/Environment.ts"
import { type Customer, customers } from "../../rules/customers/Customer.ts"
import { announced } from "../../rules/events/Event.ts"
import type { Draft } from "../../store/records.ts"

/**
 * The event about a customer whose standing has changed, if it has, and the customer with it counted. `version` is that of
 * the customer as it is stored, and 0 for a new one.
 */
export const standingChange = (
  before: Customer | undefined,
  customer: Customer,
  at: Millis,
  version: number
): { readonly customer: Customer; readonly drafts: ReadonlyArray<Draft> } => {
  const { customerType, standing } = customer
  if (standing === "UNVERIFIED" || standing === before?.standing) return { customer, drafts: [] }
  const check = customerType === "BUSINESS" ? "KYB" : "KYC"
  const { draft, subject } = announced(`CUSTOMER.${check}_${standing}`, customers, customer, at, version)
  return { customer: subject, drafts: [draft] }
}
