import { Effect } from "effect"
import { type EnvironmentKey, environmentKey } from "../../model/Environment.ts"
import type { AccountId, CustomerId } from "../../model/ids.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import { credentials } from "../../rules/credentials/Credential.ts"
import { customers } from "../../rules/customers/Customer.ts"
import { externalAccounts } from "../../rules/external-accounts/ExternalAccount.ts"
import { internalAccounts } from "../../rules/internal-accounts/InternalAccount.ts"
import { quotes } from "../../rules/payments/Quote.ts"
import { transactions } from "../../rules/payments/Transaction.ts"
import { guardians } from "../../rules/recovery/Guardian.ts"
import { recoveries } from "../../rules/recovery/Recovery.ts"
import { sessions } from "../../rules/sessions/Session.ts"
import type { Collection } from "../../store/Collection.ts"
import { byId, loadOne } from "../../store/records.ts"
import type { Store, StoreUnavailable } from "../../store/Store.ts"

/** The owner that an object names: a customer, or the account of one. `undefined` has no owner. */
type Owner = CustomerId | AccountId | null | undefined

const kind =
  <A>(collection: Collection<A>, ownerOf: (value: A) => Owner) =>
  (environment: EnvironmentKey, id: string) =>
    Effect.map(loadOne(byId(collection, environment, id)), (record) => record && ownerOf(record.value))

const ofAccount = ({ accountId }: { readonly accountId: AccountId }) => accountId
const ofCustomer = ({ customerId }: { readonly customerId?: CustomerId | null }) => customerId

/** The objects of an end user, by the prefix of their ids. */
const kinds = new Map(
  Object.entries({
    AuthMethod: kind(credentials, ofAccount),
    Customer: kind(customers, ofCustomer),
    ExternalAccount: kind(externalAccounts, ofCustomer),
    Guardian: kind(guardians, ofAccount),
    InternalAccount: kind(internalAccounts, ofCustomer),
    // A quote without a wallet needs no signature, so its payment is the platform's to make.
    Quote: kind(quotes, ({ customerId, wallet }) => (wallet === undefined ? undefined : customerId)),
    Recovery: kind(recoveries, ofAccount),
    Session: kind(sessions, ofAccount),
    Transaction: kind(transactions, ofCustomer)
  })
)

/** Returns the id that a text spells, in its canonical form, if it is the id of an object that may have an owner. */
export const ownedIdOf = (text: string): string | undefined => {
  const [, prefix = "", uuid = ""] = ID.exec(text) ?? []
  return kinds.has(prefix) ? `${prefix}:${uuid.toLowerCase()}` : undefined
}

const ID = /^([A-Za-z]+):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/iu

/**
 * Returns whether a customer owns every object that the ids name. An object never changes its owner, so the answer
 * remains true while the call runs.
 */
export const ownsAll = Effect.fnUntraced(function* (customerId: string, ids: ReadonlySet<string>) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const ownerOf = (id: string): Effect.Effect<Owner, StoreUnavailable, Store> =>
    kinds.get(id.slice(0, id.indexOf(":")))?.(environment, id) ?? Effect.succeed(undefined)
  const owned = yield* Effect.forEach(
    [...ids].filter((id) => id !== customerId),
    (id) =>
      Effect.flatMap(ownerOf(id), (owner) =>
        owner?.startsWith("InternalAccount:") === true ? ownerOf(owner) : Effect.succeed(owner)
      ),
    { concurrency: "unbounded" }
  )
  return owned.every((owner) => owner === customerId)
})
