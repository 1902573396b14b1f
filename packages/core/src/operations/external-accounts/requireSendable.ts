import { Effect } from "effect"
import { type Customer, openedCustomer } from "../../customers/Customer.ts"
import { sendable } from "../../external-accounts/ExternalAccount.ts"

/** Refuses a business that may not send to a destination. No destination asks anything of a person. */
export const requireSendable = Effect.fnUntraced(function* (sender: Customer, destination: string) {
  if (sender.customerType === "INDIVIDUAL") return
  const { profile } = yield* openedCustomer(sender)
  yield* Effect.fromResult(sendable(profile, destination))
})
