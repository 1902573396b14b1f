import { Result, Schema } from "effect"
import type { EnvironmentKey, Millis } from "../../../model/Environment.ts"
import { CustomerId } from "../../../model/ids.ts"
import { UmaAddress } from "../../../model/UmaAddress.ts"
import * as Collection from "../../../store/Collection.ts"
import { insert, noChanges, remove, type Write } from "../../../store/plans.ts"
import type { Stored } from "../../../store/records.ts"
import type { Guard } from "../../../store/Store.ts"
import type { Customer } from "./Customer.ts"
import { UmaAddressTaken } from "./refusals.ts"

const FormerUmaAddress = Schema.Struct({ umaAddress: UmaAddress, customerId: CustomerId })

/** Previous payment addresses of customers. They are never reassigned, because payments to them may still arrive. */
export const formerUmaAddresses = Collection.make({
  name: "former_uma_addresses",
  schema: FormerUmaAddress,
  id: "umaAddress",
  unique: { umaAddress: ["umaAddress"] }
})

/** Fails the commit if any customer had this address before. */
export const neverUsed = (environment: EnvironmentKey, umaAddress: string): Guard => ({
  guard: "free",
  collection: formerUmaAddresses,
  environment,
  key: "umaAddress",
  values: [umaAddress]
})

/**
 * Changes the payment address of a customer and reserves the previous one. A customer may return to one of its own
 * previous addresses; `used` is the stored record of the new address.
 */
export const readdressed = (
  { customerId, umaAddress: former }: Customer,
  umaAddress: string,
  used: Stored<typeof FormerUmaAddress.Type> | undefined,
  environment: EnvironmentKey,
  at: Millis
): Result.Result<Write, UmaAddressTaken> => {
  if (umaAddress === former) return Result.succeed(noChanges)
  if (used !== undefined && used.value.customerId !== customerId) return Result.fail(new UmaAddressTaken())
  const reserved = insert(formerUmaAddresses, environment, { umaAddress: former, customerId }, at)
  return Result.succeed(
    used === undefined
      ? { changes: [reserved], guards: [neverUsed(environment, umaAddress)] }
      : { changes: [reserved, remove(used)], guards: [] }
  )
}
