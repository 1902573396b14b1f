import { Clock, Effect } from "effect"
import { credentials } from "../credentials/Credential.ts"
import { kinds } from "../credentials/kinds/index.ts"
import { type Customer, customers, live, openedCustomer } from "../customers/Customer.ts"
import { CustomerHoldsMoney, CustomerNotFound } from "../customers/refusals.ts"
import { announced } from "../events/Event.ts"
import { type InternalAccount, internalAccounts } from "../internal-accounts/InternalAccount.ts"
import { type EnvironmentKey, environmentKey } from "../model/Environment.ts"
import type { CustomerId } from "../model/ids.ts"
import type { Millis } from "../model/time.ts"
import { transactions } from "../payments/Transaction.ts"
import { CurrentEnvironment } from "../ports/CurrentEnvironment.ts"
import { again, byId, byIndex, commit, load, remove, replace, type Stored } from "../ports/records.ts"
import { customerView, ownersOf } from "./customerView.ts"
import { activeRef, ended } from "./openSession.ts"

/**
 * Deletes a customer: it can be read from then on, and nothing else. Its accounts close, its credentials go and their
 * sessions end, all in one commit (I5, I10); its platformCustomerId is free again.
 */
export const deleteCustomer = (customerId: CustomerId) => again(deleted(customerId))

const deleted = Effect.fnUntraced(function* (customerId: CustomerId) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const refs = {
    customer: byId(customers, environment, customerId),
    owners: ownersOf(environment, customerId),
    accounts: byIndex(internalAccounts, environment, "customer", [customerId]),
    waiting: byIndex(transactions, environment, "customerMoney", [customerId, "Pending", "transit"], 1),
    moving: byIndex(transactions, environment, "customerMoney", [customerId, "Processing", "transit"], 1)
  }
  const found = yield* load(Object.values(refs))
  const record = found.one(refs.customer)
  if (record === undefined) return yield* new CustomerNotFound()
  const customer = yield* Effect.fromResult(live(record.value))
  const accounts = found.all(refs.accounts)
  const isOnItsWay = [refs.waiting, refs.moving].some((ref) => found.one(ref) !== undefined)
  if (isOnItsWay || accounts.some(({ value }) => value.balance > 0)) return yield* new CustomerHoldsMoney()

  const at = yield* Clock.currentTimeMillis
  const next: Customer = { ...customer, reference: null, deletedAt: at, updatedAt: at }
  const view = yield* customerView(yield* openedCustomer(next), found.all(refs.owners))
  const wallets = accounts.filter(({ value }) => value.type === "EMBEDDED_WALLET").map(({ id }) => id)
  yield* commit({
    changes: [
      replace(record, next, at),
      // Whatever opens a session or moves money at this moment writes the account too, and starts over.
      ...(yield* Effect.forEach(accounts, (account) => closed(account, at))).flat(),
      ...(yield* waysIn(environment, wallets, at))
    ],
    guards: []
  })
  return view
})

/** The changes that close an account, and the event about it. */
const closed = Effect.fnUntraced(function* (account: Stored<InternalAccount>, at: Millis) {
  const next: InternalAccount = { ...account.value, status: "CLOSED", updatedAt: at }
  const told = yield* announced("INTERNAL_ACCOUNT.STATUS_UPDATED", internalAccounts, next, at, account.version)
  return [replace(account, told.subject, at), told.change]
})

/** The changes that leave the wallets without a way in. */
const waysIn = Effect.fnUntraced(function* (environment: EnvironmentKey, wallets: ReadonlyArray<string>, at: Millis) {
  const refs = wallets.map((id) => ({
    credentials: byIndex(credentials, environment, "account", [id]),
    sessions: activeRef(environment, id)
  }))
  const found = yield* load(refs.flatMap((ref) => Object.values(ref)))
  const all = refs.flatMap((ref) => found.all(ref.credentials))
  const states = yield* load(all.flatMap(({ value }) => kinds[value.type].reads(environment, value.credentialId)))
  return [
    ...all.flatMap((credential) => [
      remove(credential),
      ...kinds[credential.value.type].retire(states, environment, credential.value.credentialId)
    ]),
    ...refs.flatMap((ref) => found.all(ref.sessions)).flatMap((session) => ended(session, at))
  ]
})
