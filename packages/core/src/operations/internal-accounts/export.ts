import { encodeUtf8 } from "@countersign/wire"
import { Effect, Result, Schema } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { AccountId } from "../../model/ids.ts"
import { Wallets } from "../../ports/Wallets.ts"
import type { Challenged, Finished, SecondLeg } from "../../steps/SignedOperation.ts"
import type { FoundOf } from "../../store/records.ts"
import type { Leg } from "../operation.ts"
import { walletRef } from "../sessions/open.ts"
import { signedRetry } from "../signed-requests/signedRetry.ts"
import {
  beginOnWallet,
  noticedReads,
  noticesOf,
  sealedTo,
  type WalletRefusal,
  walletOf,
  walletReads
} from "./wallets.ts"

export interface ExportWalletCommand {
  readonly accountId: AccountId
  readonly clientPublicKey: string
}

export interface ExportedWallet {
  readonly accountId: AccountId
  readonly encryptedWalletCredentials: string
}

const Intent = Schema.Struct({ accountId: AccountId, clientPublicKey: Schema.String })
type Intent = typeof Intent.Type

const readsToBegin = ({ accountId }: ExportWalletCommand, environment: EnvironmentKey) => ({
  wallet: walletReads(environment, accountId)
})
type FoundFirst = FoundOf<ReturnType<typeof readsToBegin>>
type Found = FoundOf<ReturnType<typeof noticedReads>>

export const begin = ({
  command: { accountId, clientPublicKey },
  found
}: Leg<ExportWalletCommand, FoundFirst>): Result.Result<Challenged<Intent>, WalletRefusal> =>
  beginOnWallet(
    found.wallet,
    {
      type: "ACTIVITY_TYPE_EXPORT_WALLET",
      parameters: { targetPublicKey: clientPublicKey, walletId: accountId }
    },
    { accountId, clientPublicKey }
  )

export const check = ({ found }: Pick<Leg<ExportWalletCommand, Found>, "found">) =>
  Result.map(walletOf(found.wallet), () => ({}))

const prepare = Effect.fnUntraced(function* ({
  here,
  intent
}: Pick<Leg<ExportWalletCommand, Found>, "here"> & SecondLeg<Intent>) {
  const wallets = yield* Wallets
  const mnemonic = yield* wallets.mnemonic({ environment: here, accountId: intent.accountId })
  return yield* sealedTo(intent, encodeUtf8(mnemonic))
})

export const finish = ({
  at,
  found: { config, customer, wallet },
  intent: { accountId },
  prepared
}: Leg<ExportWalletCommand, Found> & SecondLeg<Intent> & { readonly prepared: string }): Result.Result<
  Finished<ExportedWallet>,
  never
> =>
  Result.succeed({
    reply: { accountId, encryptedWalletCredentials: prepared },
    changes: [],
    guards: [],
    drafts: noticesOf({ config, customer, credentials: wallet.credentials }, { kind: "WALLET_EXPORTED" }, at)
  })

/**
 * Exports the wallet's mnemonic to its owner: encrypted to a client key that both legs name, in a bundle signed with
 * the service key.
 */
export const exportWallet = signedRetry({
  name: "ExportWallet",
  call: ({ accountId, clientPublicKey }: ExportWalletCommand) => ({
    method: "POST",
    path: `/internal-accounts/${accountId}/export`,
    body: { clientPublicKey }
  }),
  wallets: ({ accountId }, environment) => walletRef(environment, accountId),
  intent: Schema.toCodecJson(Intent),
  begin: { reads: readsToBegin, decide: begin },
  finish: { reads: noticedReads, check, prepare, decide: finish }
})
