import { type Activity, parsePublicKey, signedBundle, walletExportData } from "@countersign/wire"
import { Effect, Result, Schema } from "effect"
import { brandingOf } from "../../model/EmbeddedWalletConfig.ts"
import type { Environment, EnvironmentKey, Millis } from "../../model/Environment.ts"
import { AccountId } from "../../model/ids.ts"
import type { Notice } from "../../model/Notice.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import { PaymentRails } from "../../ports/PaymentRails.ts"
import { Seals } from "../../ports/Seals.ts"
import { freshId } from "../../ports/Secrets.ts"
import { ServiceKey } from "../../ports/ServiceKey.ts"
import { Wallets } from "../../ports/Wallets.ts"
import { begins, finishes } from "../../steps/legs.ts"
import { operation } from "../../steps/operation.ts"
import { rawPayload } from "../../steps/pendingRequest.ts"
import type { Challenged, Finished } from "../../steps/SignedOperation.ts"
import { signedRetry } from "../../steps/signedRetry.ts"
import { insert, noChanges, put, replace } from "../../store/plans.ts"
import { byId, byIndex, firstBy, load, type Stored } from "../../store/records.ts"
import { CurrentAttempt, type FieldOf } from "../../store/Store.ts"
import { type Credential, CredentialNotFound, credentials, emailsOf } from "../credentials/rules/Credential.ts"
import { type Customer, customers } from "../customers/rules/Customer.ts"
import { CustomerDeleted } from "../customers/rules/refusals.ts"
import { deliveryOf } from "../due-work/deliverDue.ts"
import { whileLeased } from "../due-work/lanes.ts"
import { noticesTo } from "../notices/rules/NoticeMail.ts"
import { referenceOf } from "../payments/rules/Quote.ts"
import { configOf, type PlatformConfig, walletConfigOf } from "../platforms/rules/PlatformConfig.ts"
import { announced } from "../webhooks/rules/Event.ts"
import * as InternalAccount from "./rules/InternalAccount.ts"
import { privacyOrders, revised, type WalletRoot, walletRoots } from "./rules/InternalAccount.ts"

/** Fails for a closed account, that is, one of a deleted customer. Money may not enter or leave it. */
export const usable = (
  account: InternalAccount.InternalAccount
): Result.Result<InternalAccount.InternalAccount, CustomerDeleted> =>
  account.status === "CLOSED" ? Result.fail(new CustomerDeleted()) : Result.succeed(account)

export const walletReads = (environment: EnvironmentKey, accountId: AccountId) => ({
  account: byId(InternalAccount.internalAccounts, environment, accountId),
  credentials: byIndex(credentials, environment, "account", [accountId])
})

/** The account of a signed operation, for its authority. */
export const walletRef = (environment: EnvironmentKey, accountId: string | FieldOf) =>
  byIndex(InternalAccount.internalAccounts, environment, "account", [accountId], 1)

export const customerRef = (environment: EnvironmentKey, accountId: string) =>
  firstBy(customers, environment, "customer", [
    { collection: InternalAccount.internalAccounts, id: accountId, field: "customerId" }
  ])

/** Loads the customer of an account, who is notified. */
export const loadCustomer = ({
  environment,
  found: { account }
}: {
  readonly environment: EnvironmentKey
  readonly found: { readonly account: Stored<InternalAccount.InternalAccount> | undefined }
}) =>
  load({
    customer: account?.value.customerId ? byId(customers, environment, account.value.customerId) : undefined
  })

/** A wallet, and the records that a notice to its end user needs. */
export const noticedReads = ({ accountId }: { readonly accountId: AccountId }, environment: EnvironmentKey) => ({
  wallet: walletReads(environment, accountId),
  config: configOf(environment),
  customer: customerRef(environment, accountId)
})

interface FoundWallet {
  readonly account: Stored<InternalAccount.InternalAccount> | undefined
  readonly credentials: ReadonlyArray<Stored<Credential>>
}
interface Noticed extends Pick<FoundWallet, "credentials"> {
  readonly config: Stored<PlatformConfig> | undefined
  readonly customer: Stored<Customer> | undefined
}

/** The notices to every known address of the end user. */
export const noticesOf = ({ config, credentials: all, customer }: Noticed, notice: Notice, at: Millis) =>
  noticesTo([customer?.value.email, ...emailsOf(all)], notice, brandingOf(walletConfigOf(config)), at)

/** A secret of a wallet, encrypted to a client key, in a bundle signed with the service key (I7). */
export const sealedTo = Effect.fnUntraced(function* (
  { accountId, clientPublicKey }: { readonly accountId: AccountId; readonly clientPublicKey: string },
  plaintext: Uint8Array
) {
  const seals = yield* Seals
  const { bundles } = yield* ServiceKey
  const sealed = yield* seals.seal({ recipient: parsePublicKey(clientPublicKey), plaintext })
  const data = walletExportData({ sealed, organizationId: accountId })
  return signedBundle({ data, signer: bundles.publicKey, signature: yield* bundles.sign(data) })
})

/**
 * The embedded wallet, and the type of the credential that authenticates it. Fails without a credential, because no
 * call could be signed.
 */
export const walletOf = ({
  account,
  credentials: [credential]
}: FoundWallet): Result.Result<
  { readonly account: Stored<InternalAccount.InternalAccount>; readonly credentialType: string },
  InternalAccount.AccountNotFound | CredentialNotFound
> => {
  if (account?.value.type !== "EMBEDDED_WALLET") return Result.fail(new InternalAccount.AccountNotFound())
  if (credential === undefined) return Result.fail(new CredentialNotFound())
  return Result.succeed({ account, credentialType: credential.value.type })
}

/** The first leg of an operation on a wallet that a session of the wallet signs. */
export const beginOnWallet = <Intent extends { readonly accountId: AccountId }>(
  wallet: FoundWallet,
  activity: Activity,
  intent: Intent
): Result.Result<Challenged<Intent>, InternalAccount.AccountNotFound | CredentialNotFound> => {
  const found = walletOf(wallet)
  if (Result.isFailure(found)) return Result.fail(found.failure)
  const { credentialType } = found.success
  return Result.succeed({
    _tag: "Challenged",
    ...noChanges,
    accountId: intent.accountId,
    credentialType,
    signer: { _tag: "SessionOfAccount" },
    activity,
    intent
  })
}

/** The account in another status, with its event. */
export const statusPlan = (
  account: Stored<InternalAccount.InternalAccount>,
  next: InternalAccount.InternalAccount,
  at: Millis
) => {
  const { internalAccounts } = InternalAccount
  const { draft, subject } = announced("INTERNAL_ACCOUNT.STATUS_UPDATED", internalAccounts, next, at, account.version)
  return { changes: [replace(account, subject, at)], drafts: [draft] }
}

type Opening = Pick<InternalAccount.InternalAccount, "currency" | "customerId" | "type"> & {
  /** Generated if absent. */
  readonly accountId?: InternalAccount.InternalAccount["accountId"]
  readonly at: number
}

/** A new internal account: empty and active, with the instructions for deposits. */
export const openedAccount = Effect.fnUntraced(function* ({ accountId: given, at, ...account }: Opening) {
  const rails = yield* PaymentRails
  const here = yield* CurrentEnvironment
  const accountId = given ?? (yield* freshId("InternalAccount"))
  return InternalAccount.initial({
    ...account,
    accountId,
    instructions: yield* rails.instructions(here, account.currency.code, referenceOf(accountId)),
    createdAt: at,
    updatedAt: at
  })
})

const notifyPrivacy = ({ accountId, environment, privateEnabled }: InternalAccount.PrivacyOrder) =>
  Effect.flatMap(Wallets, (wallets) => whileLeased(wallets.setPrivacy({ environment, accountId }, privateEnabled)))

/** Notifies the wallet provider of committed privacy changes. */
export const privacyDelivery = deliveryOf(InternalAccount.privacyOrders, notifyPrivacy)

/**
 * Returns whether the wallets of an environment derive from this root. The first root checked in an environment becomes
 * its root.
 */
export const isKnownRoot = (environment: Environment, fingerprint: string) =>
  compareRoot(fingerprint).pipe(
    Effect.provideService(CurrentEnvironment, environment),
    // The record of an idempotency key belongs to the commit of the call itself, so this write must not carry it.
    Effect.provideService(CurrentAttempt, undefined)
  )

const rootReads = (_fingerprint: string, environment: EnvironmentKey) => ({
  known: byId(walletRoots, environment, "root")
})

export const compareRoot = operation(rootReads).decide(function compareOrStore({
  at,
  command: fingerprint,
  environment,
  found: { known }
}) {
  if (known !== undefined) return Result.succeed({ ...noChanges, reply: known.value.fingerprint === fingerprint })
  const root: WalletRoot = { name: "root", fingerprint }
  return Result.succeed({ changes: [insert(walletRoots, environment, root, at)], reply: true })
})

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
    return Result.map(walletOf(wallet), ({ account }): Finished<InternalAccount.InternalAccount> => {
      const next = revised(account.value, { privateEnabled: intent.privateEnabled }, at)
      const order = { ...intent, environment: here, dueAt: at, attempts: 0 }
      const queued = put(privacyOrders, environment, waiting, order, at)
      return { reply: next, changes: [replace(account, next, at), queued] }
    })
  })
})
