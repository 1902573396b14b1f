import { Result } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import type { ExternalAccountId } from "../../model/ids.ts"
import { operation } from "../../steps/operation.ts"
import { remove } from "../../store/plans.ts"
import { byId, firstBy } from "../../store/records.ts"
import { transactions } from "../payments/rules/Transaction.ts"
import { requireScope } from "./read.ts"
import { type AccountScope, externalAccounts, verificationOrders } from "./rules/ExternalAccount.ts"
import { ExternalAccountInUse } from "./rules/refusals.ts"

/** Removes an account and all data about its holder. Fails while one of its payments is in progress. */
export const removeExternalAccount = (id: ExternalAccountId, scope?: AccountScope) => removeUnused({ id, scope })

interface RemoveCommand {
  readonly id: ExternalAccountId
  readonly scope: AccountScope | undefined
}

const reads = ({ id }: RemoveCommand, environment: EnvironmentKey) => ({
  account: byId(externalAccounts, environment, id),
  order: byId(verificationOrders, environment, id),
  pending: firstBy(transactions, environment, "externalMoney", [id, "Pending", "transit"]),
  processing: firstBy(transactions, environment, "externalMoney", [id, "Processing", "transit"])
})

export const removeUnused = operation(reads).decide(function removeIfUnused({
  command,
  found: { account, order, pending, processing }
}) {
  return Result.gen(function* () {
    const record = yield* requireScope(command.scope, account)
    if (pending !== undefined || processing !== undefined) return yield* Result.fail(new ExternalAccountInUse())
    const changes = [remove(record), ...(order === undefined ? [] : [remove(order)])]
    return { reply: undefined, changes }
  })
})
