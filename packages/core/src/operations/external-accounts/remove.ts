import { Result } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import type { ExternalAccountId } from "../../model/ids.ts"
import {
  type AccountScope,
  externalAccounts,
  verificationOrders
} from "../../rules/external-accounts/ExternalAccount.ts"
import { ExternalAccountInUse, type ExternalAccountNotFound } from "../../rules/external-accounts/refusals.ts"
import { transactions } from "../../rules/payments/Transaction.ts"
import { remove } from "../../store/plans.ts"
import { byId, type FoundOf, firstBy } from "../../store/records.ts"
import { type Decision, type Leg, operation } from "../operation.ts"
import { requireScope } from "./read.ts"

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

export const decide = ({
  command,
  found: { account, order, pending, processing }
}: Leg<RemoveCommand, FoundOf<ReturnType<typeof reads>>>): Result.Result<
  Decision<void>,
  ExternalAccountInUse | ExternalAccountNotFound
> =>
  Result.flatMap(requireScope(command.scope, account), (record) =>
    pending !== undefined || processing !== undefined
      ? Result.fail(new ExternalAccountInUse())
      : Result.succeed({
          reply: undefined,
          changes: [remove(record), ...(order === undefined ? [] : [remove(order)])],
          guards: []
        })
  )

const removeOnce = operation({ reads, decide })

/** Removes an account and all data about its holder. Fails while one of its payments is in progress. */
export const removeExternalAccount = (id: ExternalAccountId, scope?: AccountScope) => removeOnce({ id, scope })
