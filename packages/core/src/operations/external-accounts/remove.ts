import { Effect } from "effect"
import { type AccountScope, externalAccounts } from "../../external-accounts/ExternalAccount.ts"
import { ExternalAccountInUse } from "../../external-accounts/refusals.ts"
import { verificationOrders } from "../../external-accounts/verificationOrders.ts"
import { environmentKey } from "../../model/Environment.ts"
import type { ExternalAccountId } from "../../model/ids.ts"
import { transactions } from "../../payments/Transaction.ts"
import { CurrentEnvironment } from "../../ports/CurrentEnvironment.ts"
import { again, byId, byIndex, commit, load, remove } from "../../ports/records.ts"
import { requireScope } from "./read.ts"

/** Removes an account and all that is stored about its holder. Refused while a payment of it is under way. */
export const removeExternalAccount = Effect.fnUntraced(function* (id: ExternalAccountId, scope?: AccountScope) {
  return yield* again(removed(id, scope))
})

const removed = Effect.fnUntraced(function* (id: ExternalAccountId, scope: AccountScope | undefined) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const account = byId(externalAccounts, environment, id)
  const order = byId(verificationOrders, environment, id)
  const moving = (["Pending", "Processing"] as const).map((status) =>
    byIndex(transactions, environment, "externalMoney", [id, status, "transit"], 1)
  )
  const found = yield* load([account, order, ...moving])
  const record = yield* requireScope(scope, found.one(account))
  if (moving.some((ref) => found.one(ref) !== undefined)) return yield* new ExternalAccountInUse()
  const waiting = found.one(order)
  yield* commit({ changes: [remove(record), ...(waiting === undefined ? [] : [remove(waiting)])], guards: [] })
})
