import { encodeUtf8, parsePublicKey, signedBundle, walletExportData } from "@countersign/wire"
import { Effect, Schema } from "effect"
import { configOf, walletConfigOf } from "../../config/walletConfig.ts"
import { credentials, emailsOf } from "../../credentials/Credential.ts"
import { customers } from "../../customers/Customer.ts"
import { internalAccounts } from "../../internal-accounts/InternalAccount.ts"
import { brandingOf } from "../../model/EmbeddedWalletConfig.ts"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { AccountId } from "../../model/ids.ts"
import { CurrentEnvironment } from "../../ports/CurrentEnvironment.ts"
import { noticesTo } from "../../ports/noticeMails.ts"
import { byIndex } from "../../ports/records.ts"
import { Seals } from "../../ports/Seals.ts"
import { ServiceKey } from "../../ports/ServiceKey.ts"
import { Wallets } from "../../ports/Wallets.ts"
import { Signer } from "../../signed-requests/Signer.ts"
import type { Begun, Finished, FirstLeg, SecondLeg } from "../signed-requests/SignedOperation.ts"
import { signedRetry } from "../signed-requests/signedRetry.ts"
import { walletOf, walletReads } from "./walletOf.ts"

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

const customerRef = (environment: EnvironmentKey, accountId: string) =>
  byIndex(customers, environment, "customer", [{ collection: internalAccounts, id: accountId, field: "customerId" }], 1)

/** Hands the wallet's mnemonic to its owner: sealed to a key that both legs name, in a bundle this service signs. */
export const exportWallet = signedRetry({
  name: "ExportWallet",
  call: ({ accountId, clientPublicKey }: ExportWalletCommand) => ({
    method: "POST",
    path: `/internal-accounts/${accountId}/export`,
    body: { clientPublicKey }
  }),
  reads: ({ accountId }, environment) => [
    ...walletReads(environment, accountId),
    configOf(environment),
    customerRef(environment, accountId)
  ],
  readsToBegin: ({ accountId }, environment) => walletReads(environment, accountId),
  intent: Schema.toCodecJson(Intent),
  begin: Effect.fnUntraced(function* ({ command, environment, found }: FirstLeg<ExportWalletCommand>) {
    const { accountId, clientPublicKey } = command
    const { credentialType } = yield* walletOf(found, environment, accountId)
    const begun: Begun<Intent> = {
      _tag: "Begun",
      accountId,
      credentialType,
      signer: Signer.cases.SessionOfAccount.make({}),
      activity: {
        type: "ACTIVITY_TYPE_EXPORT_WALLET",
        parameters: { targetPublicKey: clientPublicKey, walletId: accountId }
      },
      intent: { accountId, clientPublicKey },
      plan: { changes: [], guards: [] }
    }
    return begun
  }),
  finish: Effect.fnUntraced(function* ({ at, environment, found, intent }: SecondLeg<Intent>) {
    const { accountId, clientPublicKey } = intent
    yield* walletOf(found, environment, accountId)
    const emails = emailsOf(found.all(byIndex(credentials, environment, "account", [accountId])))
    const to = [found.one(customerRef(environment, accountId))?.value.email, ...emails]
    const branding = brandingOf(walletConfigOf(found, environment))
    const notices = yield* noticesTo(to, { kind: "WALLET_EXPORTED" }, branding, at)
    const seals = yield* Seals
    const { bundles } = yield* ServiceKey
    const wallets = yield* Wallets
    const mnemonic = yield* wallets.mnemonic({ environment: yield* CurrentEnvironment, accountId })
    const sealed = yield* seals.seal({ recipient: parsePublicKey(clientPublicKey), plaintext: encodeUtf8(mnemonic) })
    const data = walletExportData({ sealed, organizationId: accountId })
    const signature = yield* bundles.sign(data)
    const finished: Finished<ExportedWallet> = {
      reply: { accountId, encryptedWalletCredentials: signedBundle({ data, signer: bundles.publicKey, signature }) },
      plan: { changes: notices, guards: [] }
    }
    return finished
  })
})
