import type { Millis } from "../../model/Environment.ts"
import type { Draft } from "../../store/plans.ts"
import { announced } from "../webhooks/rules/Event.ts"
import { type Customer, customers } from "./rules/Customer.ts"

/**
 * The event about a changed standing, if it changed, and the customer with its event count. `version` is the stored
 * version of the customer; 0 for a new one.
 */
export const statusChange = (
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
