import { Effect, Schema } from "effect"
import type { InternalAccount } from "../../internal-accounts/InternalAccount.ts"
import { privacyOrders } from "../../internal-accounts/privacyOrders.ts"
import { AccountId } from "../../model/ids.ts"
import { CurrentEnvironment } from "../../ports/CurrentEnvironment.ts"
import { byId, insert, replace } from "../../ports/records.ts"
import { Signer } from "../../signed-requests/Signer.ts"
import { rawPayload } from "../signed-requests/rawPayload.ts"
import type { Begun, Finished, FirstLeg, SecondLeg } from "../signed-requests/SignedOperation.ts"
import { signedRetry } from "../signed-requests/signedRetry.ts"
import { walletOf, walletReads } from "./walletOf.ts"

export interface UpdateAccountCommand {
  readonly accountId: AccountId
  readonly privateEnabled: boolean
}

const Intent = Schema.Struct({ accountId: AccountId, privateEnabled: Schema.Boolean })
type Intent = typeof Intent.Type

/** Changes the privacy of a wallet. The wallet is told soon after, by an order in the same commit. */
export const updateAccount = signedRetry({
  name: "UpdateAccount",
  call: ({ accountId, privateEnabled }: UpdateAccountCommand) => ({
    method: "PATCH",
    path: `/internal-accounts/${accountId}`,
    body: { privateEnabled }
  }),
  reads: ({ accountId }, environment) => [
    ...walletReads(environment, accountId),
    byId(privacyOrders, environment, accountId)
  ],
  intent: Schema.toCodecJson(Intent),
  begin: Effect.fnUntraced(function* ({ command, environment, found }: FirstLeg<UpdateAccountCommand>) {
    const { accountId, privateEnabled } = command
    const { credentialType } = yield* walletOf(found, environment, accountId)
    const begun: Begun<Intent> = {
      _tag: "Begun",
      accountId,
      credentialType,
      signer: Signer.cases.SessionOfAccount.make({}),
      activity: rawPayload(accountId, { accountId, privateEnabled }),
      intent: { accountId, privateEnabled },
      plan: { changes: [], guards: [] }
    }
    return begun
  }),
  finish: Effect.fnUntraced(function* ({ at, environment, found, intent }: SecondLeg<Intent>) {
    const { accountId, privateEnabled } = intent
    const { account } = yield* walletOf(found, environment, accountId)
    const next: InternalAccount = { ...account.value, privateEnabled, updatedAt: at }
    const order = { accountId, environment: yield* CurrentEnvironment, privateEnabled, dueAt: at, attempts: 0 }
    const waiting = found.one(byId(privacyOrders, environment, accountId))
    const told = waiting === undefined ? insert(privacyOrders, environment, order, at) : replace(waiting, order, at)
    const finished: Finished<InternalAccount> = {
      reply: next,
      plan: { changes: [replace(account, next, at), told], guards: [] }
    }
    return finished
  })
})
