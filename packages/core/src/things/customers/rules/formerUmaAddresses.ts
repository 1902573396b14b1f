import { Result, Schema } from "effect"
import type { EnvironmentKey, Millis } from "../../../model/Environment.ts"
import { CustomerId } from "../../../model/ids.ts"
import { UmaAddress } from "../../../model/UmaAddress.ts"
import * as Collection from "../../../store/Collection.ts"
import { insert, noChanges, type Write } from "../../../store/plans.ts"
import { firstBy, type Stored } from "../../../store/records.ts"
import type { Change } from "../../../store/Store.ts"
import { type Customer, customers } from "./Customer.ts"
import { UmaAddressTaken } from "./refusals.ts"

const FormerUmaAddress = Schema.Struct({ umaAddress: UmaAddress, customerId: CustomerId })

/**
 * The payment addresses that customers have chosen or left, each with the one customer who may have it. They are never
 * reassigned, because payments to them may still arrive.
 */
export const formerUmaAddresses = Collection.make({
  name: "former_uma_addresses",
  schema: FormerUmaAddress,
  id: "umaAddress",
  indexes: { umaAddress: ["umaAddress"] }
})

/** The record of the address that a customer has now. */
export const reservedRef = (id: CustomerId, environment: EnvironmentKey) =>
  firstBy(formerUmaAddresses, environment, "umaAddress", [{ collection: customers, id, field: "umaAddress" }])

/** Reserves an address for a customer. Conflicts if another customer has or had it. */
export const reserved = (
  { customerId }: Pick<Customer, "customerId">,
  umaAddress: string,
  environment: EnvironmentKey,
  at: Millis
): Change => insert(formerUmaAddresses, environment, { umaAddress, customerId }, at)

/**
 * Reserves the previous and the next payment address of a customer, of which `left` and `used` are the stored records. A
 * customer may return to one of its own previous addresses.
 */
export const readdressed = (
  customer: Customer,
  umaAddress: string,
  { left, used }: Readonly<Record<"left" | "used", Stored<typeof FormerUmaAddress.Type> | undefined>>,
  environment: EnvironmentKey,
  at: Millis
): Result.Result<Write, UmaAddressTaken> => {
  if (umaAddress === customer.umaAddress) return Result.succeed(noChanges)
  if (used !== undefined && used.value.customerId !== customer.customerId) return Result.fail(new UmaAddressTaken())
  // An address that was assigned to the customer is reserved when it is left.
  const unreserved = [...(left === undefined ? [customer.umaAddress] : []), ...(used === undefined ? [umaAddress] : [])]
  return Result.succeed({ changes: unreserved.map((each) => reserved(customer, each, environment, at)), guards: [] })
}
