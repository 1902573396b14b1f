import { canonicalJson, sha256Hex } from "@countersign/wire"
import { Clock, Effect, Schema } from "effect"
import { configOf, walletConfigOf } from "../../config/walletConfig.ts"
import { credentials, emailsOf } from "../../credentials/Credential.ts"
import { kinds } from "../../credentials/kinds/index.ts"
import { type Customer, customers, live, openedCustomer } from "../../customers/Customer.ts"
import { CredentialSetChanged, CustomerHoldsMoney, CustomerNotFound } from "../../customers/refusals.ts"
import { announced } from "../../events/Event.ts"
import { type InternalAccount, internalAccounts } from "../../internal-accounts/InternalAccount.ts"
import { brandingOf } from "../../model/EmbeddedWalletConfig.ts"
import { type EnvironmentKey, environmentKey } from "../../model/Environment.ts"
import { AccountId, CustomerId } from "../../model/ids.ts"
import type { Notice } from "../../model/Notice.ts"
import type { Millis } from "../../model/time.ts"
import { transactions } from "../../payments/Transaction.ts"
import { CurrentEnvironment } from "../../ports/CurrentEnvironment.ts"
import { noticesTo } from "../../ports/noticeMails.ts"
import {
  again,
  byId,
  byIndex,
  commit,
  type Found,
  load,
  type Plan,
  remove,
  replace,
  type Stored
} from "../../ports/records.ts"
import type { Authorised } from "../../receipts/chain.ts"
import type { ErasureReason } from "../../receipts/Receipt.ts"
import { Signer } from "../../signed-requests/Signer.ts"
import { headRef, withReceipt } from "../receipts/receiptPlan.ts"
import { activeRef, ended } from "../sessions/open.ts"
import type { Begun, Finished, FirstLeg, Immediate, SecondLeg } from "../signed-requests/SignedOperation.ts"
import { signedRetry } from "../signed-requests/signedRetry.ts"
import { type CustomerView, customerView, ownersOf } from "./customerView.ts"

export interface DeleteCustomerCommand {
  readonly customerId: CustomerId
}

const Intent = Schema.Struct({ customerId: CustomerId, wallets: Schema.Array(AccountId) })
type Intent = typeof Intent.Type

/**
 * Deletes a customer: from then on it can only be read. Its accounts close, its credentials go and their sessions end,
 * all in one commit (I5, I10); its platformCustomerId is free again.
 *
 * Where a wallet of the customer has a credential, this is a signed retry: any active session of any of its wallets may
 * sign (I18). The payload is `ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION` with the parameters `deleteWithoutExport` (true),
 * `userId` (the customer's id) and `walletIds` (the ids of the wallets that close, oldest first). The known addresses
 * are notified.
 */
export const deleteCustomer = signedRetry({
  name: "DeleteCustomer",
  call: ({ customerId }: DeleteCustomerCommand) => ({ method: "DELETE", path: `/customers/${customerId}`, body: null }),
  reads: ({ customerId }, environment) => Object.values(readsOf(environment, customerId)),
  intent: Schema.toCodecJson(Intent),
  begin: Effect.fnUntraced(function* ({ at, command, environment, found }: FirstLeg<DeleteCustomerCommand>) {
    const { customerId } = command
    const closing = yield* closingOf(found, environment, customerId)
    // The credential that is the oldest: it came with the customer.
    const first = closing.credentials.at(-1)
    if (first === undefined) {
      const immediate: Immediate<CustomerView> = {
        _tag: "Immediate",
        ...(yield* closed(closing, environment, at, "PLATFORM"))
      }
      return immediate
    }
    const wallets = closing.wallets.toReversed()
    const begun: Begun<Intent> = {
      _tag: "Begun",
      accountId: first.value.accountId,
      credentialType: first.value.type,
      signer: Signer.cases.SessionOfCustomer.make({ accountIds: wallets }),
      activity: {
        type: "ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION",
        parameters: { deleteWithoutExport: true, userId: customerId, walletIds: wallets }
      },
      intent: { customerId, wallets },
      plan: { changes: [], guards: [] }
    }
    return begun
  }),
  finish: Effect.fnUntraced(function* ({ at, environment, found, intent }: SecondLeg<Intent>) {
    const closing = yield* closingOf(found, environment, intent.customerId)
    if (closing.wallets.toSorted().join() !== intent.wallets.toSorted().join()) return yield* new CredentialSetChanged()
    const finished: Finished<CustomerView> = yield* closed(closing, environment, at, "END_USER")
    return finished
  })
})

/**
 * Deletes a customer without the end user's signature, where law requires it. For the host's own programs: no HTTP call
 * reaches it. The effect is that of {@link deleteCustomer}. The chain of each wallet gets a receipt whose proof names the
 * reason, and the known addresses are notified.
 */
export const eraseCustomer = (customerId: CustomerId, reason: ErasureReason) => again(erased(customerId, reason))

const erased = Effect.fnUntraced(function* (customerId: CustomerId, reason: ErasureReason) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const found = yield* load(Object.values(readsOf(environment, customerId)))
  const closing = yield* closingOf(found, environment, customerId)
  const at = yield* Clock.currentTimeMillis
  const { plan, reply } = yield* closed(closing, environment, at, "PLATFORM")
  const authorised: Authorised = {
    operation: "EraseCustomer",
    // No HTTP call was made.
    method: "",
    path: "",
    bodyDigest: "",
    consumed: customerId,
    payloadSha256: sha256Hex(canonicalJson({ customerId, reason })),
    proof: { type: "ERASURE", reason },
    by: {}
  }
  const heads = yield* load(closing.wallets.map((id) => headRef(environment, id)))
  const receipted = yield* Effect.reduce(
    closing.wallets,
    (): Plan => plan,
    (all, accountId) =>
      withReceipt(all, authorised, { accountId, head: heads.one(headRef(environment, accountId)), at })
  )
  yield* commit(receipted)
  return reply
})

const readsOf = (environment: EnvironmentKey, customerId: CustomerId) => ({
  customer: byId(customers, environment, customerId),
  owners: ownersOf(environment, customerId),
  accounts: byIndex(internalAccounts, environment, "customer", [customerId]),
  waiting: byIndex(transactions, environment, "customerMoney", [customerId, "Pending", "transit"], 1),
  moving: byIndex(transactions, environment, "customerMoney", [customerId, "Processing", "transit"], 1),
  config: configOf(environment)
})

/** A customer that may be deleted, and the credentials of its wallets; both newest first. */
const closingOf = Effect.fnUntraced(function* (found: Found, environment: EnvironmentKey, customerId: CustomerId) {
  const refs = readsOf(environment, customerId)
  const record = found.one(refs.customer)
  if (record === undefined) return yield* new CustomerNotFound()
  const customer = yield* Effect.fromResult(live(record.value))
  const accounts = found.all(refs.accounts)
  const isOnItsWay = [refs.waiting, refs.moving].some((ref) => found.one(ref) !== undefined)
  if (isOnItsWay || accounts.some(({ value }) => value.balance > 0)) return yield* new CustomerHoldsMoney()
  const wallets = accounts.filter(({ value }) => value.type === "EMBEDDED_WALLET").map(({ value }) => value.accountId)
  const ways = wallets.map((id) => ({
    credentials: byIndex(credentials, environment, "account", [id]),
    sessions: activeRef(environment, id)
  }))
  const inside = yield* load(ways.flatMap((way) => Object.values(way)))
  return {
    record,
    customer,
    accounts,
    wallets,
    owners: found.all(refs.owners),
    branding: brandingOf(walletConfigOf(found, environment)),
    credentials: ways.flatMap((way) => inside.all(way.credentials)),
    sessions: ways.flatMap((way) => inside.all(way.sessions))
  }
})

type Closing = Effect.Success<ReturnType<typeof closingOf>>

/** The changes that close an account, and the event about it. */
const accountClosed = Effect.fnUntraced(function* (account: Stored<InternalAccount>, at: Millis) {
  const next: InternalAccount = { ...account.value, status: "CLOSED", updatedAt: at }
  const announcement = yield* announced("INTERNAL_ACCOUNT.STATUS_UPDATED", internalAccounts, next, at, account.version)
  return [replace(account, announcement.subject, at), announcement.change]
})

/** The changes that close the customer and its accounts, and leave its wallets without a credential or a session. */
const closed = Effect.fnUntraced(function* (
  { accounts, branding, credentials: all, customer, owners, record, sessions }: Closing,
  environment: EnvironmentKey,
  at: Millis,
  authorisedBy: Extract<Notice, { kind: "CUSTOMER_DELETED" }>["authorisedBy"]
) {
  const next: Customer = { ...customer, reference: null, deletedAt: at, updatedAt: at }
  const reply = yield* customerView(yield* openedCustomer(next), owners)
  const states = yield* load(all.flatMap(({ value }) => kinds[value.type].reads(environment, value.credentialId)))
  const notice: Notice = { kind: "CUSTOMER_DELETED", authorisedBy }
  const plan: Plan = {
    changes: [
      replace(record, next, at),
      // A call that opens a session or moves money at this moment writes the account too, and decides again.
      ...(yield* Effect.forEach(accounts, (account) => accountClosed(account, at))).flat(),
      ...all.flatMap((credential) => [
        remove(credential),
        ...kinds[credential.value.type].retire(states, environment, credential.value.credentialId)
      ]),
      ...sessions.flatMap((session) => ended(session, at)),
      ...(yield* noticesTo([customer.email, ...emailsOf(all)], notice, branding, at))
    ],
    guards: []
  }
  return { plan, reply }
})
