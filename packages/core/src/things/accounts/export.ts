import { encodeUtf8 } from "@countersign/wire"
import { Effect, Result, Schema } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { AccountId } from "../../model/ids.ts"
import { Wallets } from "../../ports/Wallets.ts"
import { begins, finishes } from "../../steps/legs.ts"
import type { Finished } from "../../steps/SignedOperation.ts"
import { signedRetry } from "../../steps/signedRetry.ts"
import { beginOnWallet, noticedReads, noticesOf, sealedTo, walletOf, walletReads, walletRef } from "./wallets.ts"

export interface ExportedWallet {
  readonly accountId: AccountId
  readonly encryptedWalletCredentials: string
}

const Intent = Schema.Struct({ accountId: AccountId, clientPublicKey: Schema.String })
export type ExportWalletCommand = typeof Intent.Type

const readsToBegin = ({ accountId }: ExportWalletCommand, environment: EnvironmentKey) => ({
  wallet: walletReads(environment, accountId)
})

/**
 * Exports the wallet's mnemonic to its owner: encrypted to a client key that both legs name, in a bundle signed with
 * the service key.
 */
export const exportWallet = signedRetry({
  name: "ExportWallet",
  call: ({ accountId, clientPublicKey }) => ({
    method: "POST",
    path: `/internal-accounts/${accountId}/export`,
    body: { clientPublicKey }
  }),
  wallets: ({ accountId }, environment) => walletRef(environment, accountId),
  account: ({ accountId }) => accountId,
  begin: begins(readsToBegin).decide(function askToExport({ command: { accountId, clientPublicKey }, found }) {
    return beginOnWallet(
      found.wallet,
      {
        type: "ACTIVITY_TYPE_EXPORT_WALLET",
        parameters: { targetPublicKey: clientPublicKey, walletId: accountId }
      },
      { accountId, clientPublicKey }
    )
  }),
  finish: finishes(Intent, noticedReads)
    .check(function exportable({ found }) {
      return Result.map(walletOf(found.wallet), () => ({}))
    })
    .prepare(
      Effect.fnUntraced(function* sealMnemonic({ here, intent }) {
        const wallets = yield* Wallets
        const mnemonic = yield* wallets.mnemonic({ environment: here, accountId: intent.accountId })
        return yield* sealedTo(intent, encodeUtf8(mnemonic))
      })
    )
    .decide(function handOver({ at, found: { config, customer, wallet }, intent: { accountId }, prepared }) {
      return Result.succeed<Finished<ExportedWallet>>({
        reply: { accountId, encryptedWalletCredentials: prepared },
        changes: [],
        drafts: noticesOf({ config, customer, credentials: wallet.credentials }, { kind: "WALLET_EXPORTED" }, at)
      })
    })
})
