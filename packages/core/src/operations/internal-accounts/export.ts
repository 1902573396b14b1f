import { encodeUtf8, parsePublicKey, signedBundle, walletExportData } from "@countersign/wire"
import { Effect, Result, Schema } from "effect"
import { brandingOf } from "../../model/EmbeddedWalletConfig.ts"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { AccountId } from "../../model/ids.ts"
import { noticesTo } from "../../ports/Mailer.ts"
import { Seals } from "../../ports/Seals.ts"
import { ServiceKey } from "../../ports/ServiceKey.ts"
import { Wallets } from "../../ports/Wallets.ts"
import { configOf, walletConfigOf } from "../../rules/config/PlatformConfig.ts"
import { emailsOf } from "../../rules/credentials/Credential.ts"
import { customers } from "../../rules/customers/Customer.ts"
import { type AccountHeld, internalAccounts, requireNotHeld } from "../../rules/internal-accounts/InternalAccount.ts"
import { unchanged } from "../../store/plans.ts"
import { type FoundOf, firstBy } from "../../store/records.ts"
import type { Leg } from "../operation.ts"
import type { Challenged, Finished, SecondLeg } from "../signed-requests/SignedOperation.ts"
import { signedRetry } from "../signed-requests/signedRetry.ts"
import { beginOnWallet, type WalletRefusal, walletOf, walletReads } from "./wallets.ts"

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
const readsToFinish = (command: ExportWalletCommand, environment: EnvironmentKey) => ({
  ...readsToBegin(command, environment),
  config: configOf(environment),
  customer: firstBy(customers, environment, "customer", [
    { collection: internalAccounts, id: command.accountId, field: "customerId" }
  ])
})
type FoundFirst = FoundOf<ReturnType<typeof readsToBegin>>
type Found = FoundOf<ReturnType<typeof readsToFinish>>

export const begin = ({
  at,
  command: { accountId, clientPublicKey },
  found
}: Leg<ExportWalletCommand, FoundFirst>): Result.Result<Challenged<Intent>, AccountHeld | WalletRefusal> =>
  Result.flatMap(requireNotHeld(found.wallet.account?.value, at), () =>
    beginOnWallet(
      found.wallet,
      {
        type: "ACTIVITY_TYPE_EXPORT_WALLET",
        parameters: { targetPublicKey: clientPublicKey, walletId: accountId }
      },
      { accountId, clientPublicKey }
    )
  )

export const check = ({ at, found }: Leg<ExportWalletCommand, Found>) =>
  Result.flatMap(walletOf(found.wallet), ({ account }) => Result.map(requireNotHeld(account.value, at), () => ({})))

/** The mnemonic, encrypted to the client key, in a bundle signed with the service key. */
const prepare = Effect.fnUntraced(function* ({
  here,
  intent: { accountId, clientPublicKey }
}: Pick<Leg<ExportWalletCommand, Found>, "here"> & SecondLeg<Intent>) {
  const seals = yield* Seals
  const { bundles } = yield* ServiceKey
  const wallets = yield* Wallets
  const mnemonic = yield* wallets.mnemonic({ environment: here, accountId })
  const sealed = yield* seals.seal({ recipient: parsePublicKey(clientPublicKey), plaintext: encodeUtf8(mnemonic) })
  const data = walletExportData({ sealed, organizationId: accountId })
  const signature = yield* bundles.sign(data)
  return signedBundle({ data, signer: bundles.publicKey, signature })
})

export const finish = ({
  at,
  found: { config, customer, wallet },
  intent: { accountId },
  prepared
}: Leg<ExportWalletCommand, Found> & SecondLeg<Intent> & { readonly prepared: string }): Result.Result<
  Finished<ExportedWallet>,
  never
> => {
  const to = [customer?.value.email, ...emailsOf(wallet.credentials)]
  return Result.succeed({
    reply: { accountId, encryptedWalletCredentials: prepared },
    changes: [],
    // A recovery that starts beside the export holds the account first, or after it.
    guards: wallet.account === undefined ? [] : [unchanged(wallet.account)],
    drafts: noticesTo(to, { kind: "WALLET_EXPORTED" }, brandingOf(walletConfigOf(config)), at)
  })
}

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
  intent: Schema.toCodecJson(Intent),
  begin: { reads: readsToBegin, decide: begin },
  finish: { reads: readsToFinish, check, prepare, decide: finish }
})
