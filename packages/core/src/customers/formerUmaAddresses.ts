import { Effect, Schema } from "effect"
import type { EnvironmentKey } from "../model/Environment.ts"
import { CustomerId } from "../model/ids.ts"
import type { Millis } from "../model/time.ts"
import { UmaAddress } from "../model/UmaAddress.ts"
import * as Collection from "../ports/Collection.ts"
import { byId, insert, loadOne, type Plan, remove } from "../ports/records.ts"
import type { Guard } from "../ports/Store.ts"
import type { Customer } from "./Customer.ts"
import { UmaAddressTaken } from "./refusals.ts"

const FormerUmaAddress = Schema.Struct({ umaAddress: UmaAddress, customerId: CustomerId })

/** Payment addresses that a customer had before: no other customer gets one, since payments to it may still arrive. */
export const formerUmaAddresses = Collection.make({
  name: "former_uma_addresses",
  schema: FormerUmaAddress,
  id: ({ umaAddress }) => umaAddress,
  unique: { umaAddress: ["umaAddress"] }
})

/** Fails the commit where a customer had this address before. */
export const neverUsed = (environment: EnvironmentKey, umaAddress: string): Guard => ({
  guard: "free",
  collection: formerUmaAddresses,
  environment,
  key: "umaAddress",
  values: [umaAddress]
})

/** Gives a customer another payment address and reserves the one it had. A customer may return to one of its own. */
export const readdressed = Effect.fnUntraced(function* (
  { customerId, umaAddress: former }: Customer,
  umaAddress: string,
  environment: EnvironmentKey,
  at: Millis
) {
  if (umaAddress === former) return { changes: [], guards: [] }
  const used = yield* loadOne(byId(formerUmaAddresses, environment, umaAddress))
  if (used !== undefined && used.value.customerId !== customerId) return yield* new UmaAddressTaken()
  const reserved = insert(formerUmaAddresses, environment, { umaAddress: former, customerId }, at)
  const plan: Plan =
    used === undefined
      ? { changes: [reserved], guards: [neverUsed(environment, umaAddress)] }
      : { changes: [reserved, remove(used)], guards: [] }
  return plan
})
