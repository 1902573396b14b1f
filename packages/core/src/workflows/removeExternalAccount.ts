import { Effect } from "effect"
import { type AccountScope, externalAccounts } from "../external-accounts/ExternalAccount.ts"
import { verificationOrders } from "../external-accounts/verificationOrders.ts"
import { environmentKey } from "../model/Environment.ts"
import type { ExternalAccountId } from "../model/ids.ts"
import { CurrentEnvironment } from "../ports/CurrentEnvironment.ts"
import { again, byId, commit, load, remove } from "../ports/records.ts"
import { requireScope } from "./readExternalAccounts.ts"

/** Forgets an account, and with it all that was known of whoever holds it. */
export const removeExternalAccount = Effect.fnUntraced(function* (id: ExternalAccountId, scope?: AccountScope) {
  return yield* again(removed(id, scope))
})

const removed = Effect.fnUntraced(function* (id: ExternalAccountId, scope: AccountScope | undefined) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const account = byId(externalAccounts, environment, id)
  const order = byId(verificationOrders, environment, id)
  const found = yield* load([account, order])
  const record = yield* requireScope(scope, found.one(account))
  const waiting = found.one(order)
  yield* commit({ changes: [remove(record), ...(waiting === undefined ? [] : [remove(waiting)])], guards: [] })
})
