import { Effect } from "effect"
import type { CustomerId, ExternalAccountId } from "../../model/ids.ts"
import { currentKey } from "../../ports/EnvironmentRunner.ts"
import { byId, load } from "../../store/records.ts"
import { customers, requireNotDeleted } from "../customers/rules/Customer.ts"
import { CustomerNotFound } from "../customers/rules/refusals.ts"
import { openedPayable } from "../payments/ends.ts"
import { externalAccounts, payable } from "./rules/ExternalAccount.ts"
import { ExternalAccountNotFound } from "./rules/refusals.ts"

/**
 * Returns the normalised account in plain text, if money may be sent to it now: it is ACTIVE, and a sending business
 * meets the requirements. Call it when sending, because an account may be disabled at any time.
 */
export const requireDestination = Effect.fnUntraced(function* (
  id: ExternalAccountId,
  senderId: CustomerId | undefined
) {
  const environment = yield* currentKey
  const { customer, record } = yield* load({
    record: byId(externalAccounts, environment, id),
    customer: senderId === undefined ? undefined : byId(customers, environment, senderId)
  })
  if (record === undefined) return yield* new ExternalAccountNotFound()
  if (senderId !== undefined && customer === undefined) return yield* new CustomerNotFound()
  // An account of one customer cannot be paid by another customer, nor can another customer learn its status.
  if (senderId !== undefined && (record.value.customerId ?? senderId) !== senderId) {
    return yield* new ExternalAccountNotFound()
  }
  const active = yield* Effect.fromResult(payable(record.value))
  if (customer !== undefined) yield* Effect.fromResult(requireNotDeleted(customer.value))
  const { normal } = yield* openedPayable(active, customer?.value)
  return { currency: active.currency, account: normal }
})
