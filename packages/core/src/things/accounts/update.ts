import { Result, Schema } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { AccountId } from "../../model/ids.ts"
import { begins, finishes } from "../../steps/legs.ts"
import { rawPayload } from "../../steps/pendingRequest.ts"
import type { Finished } from "../../steps/SignedOperation.ts"
import { signedRetry } from "../../steps/signedRetry.ts"
import { put, replace } from "../../store/plans.ts"
import { byId } from "../../store/records.ts"
import { type InternalAccount, privacyOrders, revised } from "./rules/InternalAccount.ts"
import { beginOnWallet, walletOf, walletReads, walletRef } from "./wallets.ts"

const Intent = Schema.Struct({ accountId: AccountId, privateEnabled: Schema.Boolean })
export type UpdateAccountCommand = typeof Intent.Type

const reads = ({ accountId }: UpdateAccountCommand, environment: EnvironmentKey) => ({
  wallet: walletReads(environment, accountId),
  waiting: byId(privacyOrders, environment, accountId)
})

/**
 * Changes the privacy setting of a wallet. The wallet provider is notified asynchronously by an order in the same
 * commit.
 */
export const updateAccount = signedRetry({
  name: "UpdateAccount",
  call: ({ accountId, privateEnabled }) => ({
    method: "PATCH",
    path: `/internal-accounts/${accountId}`,
    body: { privateEnabled }
  }),
  wallets: ({ accountId }, environment) => walletRef(environment, accountId),
  account: ({ accountId }) => accountId,
  begin: begins(reads).decide(function askToUpdate({ command: { accountId, privateEnabled }, found }) {
    const intent = { accountId, privateEnabled }
    return beginOnWallet(found.wallet, rawPayload(accountId, intent), intent)
  }),
  finish: finishes(Intent, reads).decide(function update(leg) {
    const { at, environment, found, here, intent } = leg
    const { waiting, wallet } = found
    return Result.map(walletOf(wallet), ({ account }): Finished<InternalAccount> => {
      const next = revised(account.value, { privateEnabled: intent.privateEnabled }, at)
      const order = { ...intent, environment: here, dueAt: at, attempts: 0 }
      const queued = put(privacyOrders, environment, waiting, order, at)
      return { reply: next, changes: [replace(account, next, at), queued] }
    })
  })
})
