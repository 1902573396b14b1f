import { canonicalJson } from "@countersign/wire"
import { Effect, Result, Schema } from "effect"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import { AccountId, CustomerId } from "../../model/ids.ts"
import type { Notice } from "../../model/Notice.ts"
import type { Decision, Leg } from "../../steps/Leg.ts"
import { begins, finishes } from "../../steps/legs.ts"
import { operation } from "../../steps/operation.ts"
import { headRef, requestAuthorised } from "../../steps/receiptPlan.ts"
import { challenged, type Finished, type Immediate } from "../../steps/SignedOperation.ts"
import { signedRetry } from "../../steps/signedRetry.ts"
import { combined, remove, replace } from "../../store/plans.ts"
import { byId, byIndex, type FoundOf, firstBy, load } from "../../store/records.ts"
import { closed as closedAccount, internalAccounts } from "../accounts/rules/InternalAccount.ts"
import { noticesOf, statusPlan } from "../accounts/wallets.ts"
import { credentialTypeOf, kinds } from "../credentials/kinds/index.ts"
import { credentials, restingCredentials } from "../credentials/rules/Credential.ts"
import { codesRemoved } from "../one-time-codes/rules/codes.ts"
import { transactions } from "../payments/rules/Transaction.ts"
import { configOf } from "../platforms/rules/PlatformConfig.ts"
import { type ErasureReason, shredded } from "../receipts/rules/Receipt.ts"
import { guardians } from "../recovery/rules/Guardian.ts"
import { savedCodes } from "../recovery/rules/SavedCodes.ts"
import { ended } from "../sessions/open.ts"
import { activeRef } from "../sessions/rules/Session.ts"
import { sessionClients } from "../sessions/rules/SessionClient.ts"
import { emailReads, walletsOfCustomer } from "./moveEmail.ts"
import { type CustomerView, customerView, ownersOf } from "./read.ts"
import { customers, deleted, requireCustomer } from "./rules/Customer.ts"
import { CredentialSetChanged, CustomerHoldsMoney } from "./rules/refusals.ts"

export interface DeleteCustomerCommand {
  readonly customerId: CustomerId
}

const Intent = Schema.Struct({ customerId: CustomerId, wallets: Schema.Array(AccountId) })

const reads = ({ customerId }: DeleteCustomerCommand, environment: EnvironmentKey) => ({
  customer: byId(customers, environment, customerId),
  owners: ownersOf(environment, customerId),
  accounts: byIndex(internalAccounts, environment, "customer", [customerId]),
  waiting: firstBy(transactions, environment, "customerMoney", [customerId, "Pending", "transit"]),
  moving: firstBy(transactions, environment, "customerMoney", [customerId, "Processing", "transit"]),
  config: configOf(environment),
  ...emailReads(environment, customerId)
})

type Found = FoundOf<ReturnType<typeof reads>>

/** The contents of the customer's wallets: credentials, newest first, and the records that belong to them. */
const loadWallets = Effect.fnUntraced(function* ({
  environment,
  found
}: Pick<Leg<unknown, Pick<Found, "accounts">>, "environment" | "found">) {
  const inside = yield* load(
    walletsOf(found.accounts).map((id) => ({
      credentials: byIndex(credentials, environment, "account", [id]),
      resting: byIndex(restingCredentials, environment, "account", [id]),
      sessions: activeRef(environment, id),
      clients: byIndex(sessionClients, environment, "account", [id], 1000),
      head: headRef(environment, id),
      saved: byId(savedCodes, environment, id),
      guardians: byIndex(guardians, environment, "account", [id])
    }))
  )
  const all = inside.flatMap((each) => each.credentials)
  const stored = yield* load(
    all.map(({ value }) => kinds[credentialTypeOf(value.type)].reads(environment, value.credentialId))
  )
  return {
    ways: all.map((credential, nth) => ({ credential, retired: stored[nth] })),
    sessions: inside.flatMap((each) => each.sessions),
    clients: inside.flatMap((each) => each.clients),
    // Without these no recovery of a wallet starts or completes, and no credential returns; an open recovery is refused
    // for a closed account.
    recovery: inside.flatMap(({ guardians, resting, saved }) => [
      ...guardians.map(remove),
      ...resting.map(remove),
      ...(saved === undefined ? [] : [remove(saved)])
    ]),
    heads: inside.map(({ head }) => head)
  }
})

/** Requires a customer that can be deleted: its accounts are empty and no payment is in progress. */
const requireEmpty = ({ found: { accounts, customer: found, moving, owners, waiting } }: { readonly found: Found }) =>
  Result.gen(function* () {
    const { customer, record } = yield* requireCustomer(found)
    const isOnItsWay = waiting !== undefined || moving !== undefined
    if (isOnItsWay || accounts.some(({ value }) => value.balance > 0)) {
      return yield* Result.fail(new CustomerHoldsMoney())
    }
    return { inputs: { customer, owners: owners.map(({ value }) => value) }, record }
  })

type Checked = Result.Result.Success<ReturnType<typeof requireEmpty>>

const openReply = ({ checked: { inputs } }: { readonly checked: Checked }) =>
  customerView(inputs.customer, inputs.owners)

/**
 * Deletes a customer; from then on it is read-only. Closes its accounts, removes its credentials, ends its sessions
 * and removes their devices in one commit (I5, I10). Its platformCustomerId becomes available again.
 *
 * If a wallet of the customer has a credential, this is a signed retry: any active session of any of its wallets may
 * sign (I18). The payload is `ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION` with the parameters `deleteWithoutExport` (true),
 * `userId` (the customer's id) and `walletIds` (the ids of the wallets that close, oldest first). The known addresses
 * are notified.
 */
export const deleteCustomer = signedRetry({
  name: "DeleteCustomer",
  call: ({ customerId }) => ({ method: "DELETE", path: `/customers/${customerId}`, body: null }),
  wallets: ({ customerId }, environment) => walletsOfCustomer(environment, customerId),
  begin: begins(reads)
    .more(loadWallets)
    .check(requireEmpty)
    .prepare(openReply)
    .decide(function askToDelete(leg) {
      const { command, found } = leg
      const { customerId } = command
      // The oldest credential, which was created with the customer.
      const first = found.ways.at(-1)?.credential
      if (first === undefined) {
        return Result.succeed<Immediate<CustomerView>>({ _tag: "Immediate", ...closed(leg, "PLATFORM") })
      }
      const wallets = walletsOf(found.accounts).toReversed()
      return Result.succeed(
        challenged({
          accountId: first.value.accountId,
          credentialType: first.value.type,
          signer: { _tag: "SessionOfCustomer", accountIds: wallets },
          activity: {
            type: "ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION",
            parameters: { deleteWithoutExport: true, userId: customerId, walletIds: wallets }
          },
          intent: { customerId, wallets }
        })
      )
    }),
  finish: finishes(Intent, reads)
    .more(loadWallets)
    .check(requireEmpty)
    .prepare(openReply)
    .decide(function deleteSigned(leg) {
      return walletsOf(leg.found.accounts).toSorted().join() === leg.intent.wallets.toSorted().join()
        ? Result.succeed<Finished<CustomerView>>({ ...closed(leg, "END_USER"), chains: chainsOf(leg.found) })
        : Result.fail(new CredentialSetChanged())
    })
})

/**
 * Deletes a customer without the end user's signature, where the law requires it. For the host's own programs; no HTTP
 * endpoint calls it. The effect is the same as {@link deleteCustomer}. Each wallet gets a receipt whose proof names the
 * reason, and the known addresses are notified.
 */
export const eraseCustomer = (customerId: CustomerId, reason: ErasureReason) => erase({ customerId, reason })

interface EraseCommand extends DeleteCustomerCommand {
  readonly reason: ErasureReason
}

export const erase = operation((command: EraseCommand, environment) => reads(command, environment))
  .more(loadWallets)
  .check(requireEmpty)
  .prepare(openReply)
  .decide(function eraseWithReceipts(leg) {
    const { at, command, found } = leg
    const { customerId, reason } = command
    // Not an HTTP call.
    const call = { operation: "EraseCustomer", method: "", path: "", bodyDigest: "" }
    const payload = canonicalJson({ customerId, reason })
    const authorised = requestAuthorised({ call, payload, requestId: customerId }, { type: "ERASURE", reason })
    const receipts = chainsOf(found).map((chain) => ({ authorised, chain: { ...chain, at } }))
    return Result.succeed({ ...closed(leg, "PLATFORM"), receipts })
  })

/** The chains of the wallets, each of which gets a receipt. */
const chainsOf = ({ accounts, heads }: Pick<ClosingLeg["found"], "accounts" | "heads">) =>
  walletsOf(accounts).map((accountId, nth) => ({ accountId, head: heads[nth] }))

interface ClosingLeg {
  readonly at: Millis
  readonly checked: Checked
  readonly found: Found & Effect.Success<ReturnType<typeof loadWallets>>
  readonly prepared: CustomerView
}

/** The changes that close the customer and its accounts and remove all credentials and sessions of its wallets. */
const closed = (
  { at, checked, found, prepared }: ClosingLeg,
  authorisedBy: Extract<Notice, { kind: "CUSTOMER_DELETED" }>["authorisedBy"]
): Decision<CustomerView> => {
  const { inputs, record } = checked
  const next = deleted(inputs.customer, at)
  const credentials = found.ways.map(({ credential }) => credential)
  const accounts = combined(
    ...found.accounts.map((account) => statusPlan(account, closedAccount(account.value, at), at))
  )
  return {
    reply: { ...prepared, customer: next },
    changes: [
      replace(record, next, at),
      // A concurrent call that opens a session or moves money writes the account too, so it conflicts and decides
      // again.
      ...accounts.changes,
      ...found.ways.flatMap(({ credential, retired }) => [
        remove(credential),
        ...(retired === undefined ? [] : kinds[credentialTypeOf(credential.value.type)].retire(retired))
      ]),
      ...found.sessions.flatMap((session) => ended(session, at)),
      ...(found.emails === undefined ? [] : [remove(found.emails)]),
      ...codesRemoved(found.code),
      ...found.clients.map(remove),
      ...found.recovery,
      // The details of the history are unreadable from this commit on.
      ...found.heads.flatMap((head) => (head === undefined ? [] : [shredded(head, at)]))
    ],
    drafts: [
      ...(accounts.drafts ?? []),
      ...noticesOf({ ...found, credentials }, { kind: "CUSTOMER_DELETED", authorisedBy }, at)
    ]
  }
}

const walletsOf = (accounts: Found["accounts"]) =>
  accounts.filter(({ value }) => value.type === "EMBEDDED_WALLET").map(({ value }) => value.accountId)
