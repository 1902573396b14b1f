import { Result, Schema } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { AccountId } from "../../model/ids.ts"
import { type InternalAccount, privacyOrders, revised } from "../../rules/internal-accounts/InternalAccount.ts"
import type { Challenged, Finished, SecondLeg } from "../../steps/SignedOperation.ts"
import { insert, replace } from "../../store/plans.ts"
import { byId, type FoundOf } from "../../store/records.ts"
import type { Leg } from "../operation.ts"
import { walletRef } from "../sessions/open.ts"
import { rawPayload } from "../signed-requests/pendingRequest.ts"
import { signedRetry } from "../signed-requests/signedRetry.ts"
import { beginOnWallet, type WalletRefusal, walletOf, walletReads } from "./wallets.ts"

export interface UpdateAccountCommand {
  readonly accountId: AccountId
  readonly privateEnabled: boolean
}

const Intent = Schema.Struct({ accountId: AccountId, privateEnabled: Schema.Boolean })
type Intent = typeof Intent.Type

const reads = ({ accountId }: UpdateAccountCommand, environment: EnvironmentKey) => ({
  wallet: walletReads(environment, accountId),
  waiting: byId(privacyOrders, environment, accountId)
})
type Found = FoundOf<ReturnType<typeof reads>>

export const begin = ({
  command,
  found
}: Leg<UpdateAccountCommand, Found>): Result.Result<Challenged<Intent>, WalletRefusal> => {
  const { accountId, privateEnabled } = command
  const intent = { accountId, privateEnabled }
  return beginOnWallet(found.wallet, rawPayload(accountId, intent), intent)
}

export const finish = ({
  at,
  environment,
  found: { waiting, wallet },
  here,
  intent: { accountId, privateEnabled }
}: Leg<UpdateAccountCommand, Found> & SecondLeg<Intent>): Result.Result<Finished<InternalAccount>, WalletRefusal> =>
  Result.map(walletOf(wallet), ({ account }) => {
    const next = revised(account.value, { privateEnabled }, at)
    const order = { accountId, environment: here, privateEnabled, dueAt: at, attempts: 0 }
    const queued = waiting === undefined ? insert(privacyOrders, environment, order, at) : replace(waiting, order, at)
    return { reply: next, changes: [replace(account, next, at), queued], guards: [] }
  })

/**
 * Changes the privacy setting of a wallet. The wallet provider is notified asynchronously by an order in the same
 * commit.
 */
export const updateAccount = signedRetry({
  name: "UpdateAccount",
  call: ({ accountId, privateEnabled }: UpdateAccountCommand) => ({
    method: "PATCH",
    path: `/internal-accounts/${accountId}`,
    body: { privateEnabled }
  }),
  wallets: ({ accountId }, environment) => walletRef(environment, accountId),
  intent: Schema.toCodecJson(Intent),
  begin: { reads, decide: begin },
  finish: { reads, decide: finish }
})
