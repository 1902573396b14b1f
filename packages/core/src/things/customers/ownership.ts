import { Effect } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import type { CustomerId } from "../../model/ids.ts"
import { currentKey } from "../../ports/EnvironmentRunner.ts"
import type { Collection, Declaration } from "../../store/Collection.ts"
import { byId, firstBy, stored } from "../../store/records.ts"
import { type Ref, type Row, Store } from "../../store/Store.ts"
import { internalAccounts } from "../accounts/rules/InternalAccount.ts"
import { credentials } from "../credentials/rules/Credential.ts"
import { externalAccounts } from "../external-accounts/rules/ExternalAccount.ts"
import { quotes } from "../payments/rules/Quote.ts"
import { transactions } from "../payments/rules/Transaction.ts"
import { guardians } from "../recovery/rules/Guardian.ts"
import { recoveries } from "../recovery/rules/Recovery.ts"
import { sessions } from "../sessions/rules/Session.ts"
import { customers } from "./rules/Customer.ts"

/** How the owner of an object is read: the row, and the customer that it names. */
interface Kind {
  readonly ref: (environment: EnvironmentKey, id: string) => Ref
  readonly ownerOf: (row: Row) => CustomerId | null | undefined
}

type Owned = { readonly customerId?: CustomerId | null }

const kind = <A>(collection: Collection<A>, ownerOf: (value: A) => ReturnType<Kind["ownerOf"]>): Kind => ({
  ref: (environment, id) => byId(collection, environment, id),
  ownerOf: (row) => ownerOf(stored(collection, row).value)
})

/** The same through the account that an object names, in one round trip. */
const throughAccount = (collection: Declaration): Kind => ({
  ...kind(internalAccounts, ofCustomer),
  ref: (environment, id) => firstBy(internalAccounts, environment, "account", [{ collection, id, field: "accountId" }])
})

const ofCustomer = ({ customerId }: Owned) => customerId

/** The objects of an end user, by the prefix of their ids. */
const kinds = new Map(
  Object.entries({
    AuthMethod: throughAccount(credentials),
    Customer: kind(customers, ofCustomer),
    ExternalAccount: kind(externalAccounts, ofCustomer),
    Guardian: throughAccount(guardians),
    InternalAccount: kind(internalAccounts, ofCustomer),
    // A quote without a wallet needs no signature, so its payment is the platform's to make.
    Quote: kind(quotes, ({ customerId, wallet }) => (wallet === undefined ? undefined : customerId)),
    Recovery: throughAccount(recoveries),
    Session: throughAccount(sessions),
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
 * Returns whether a customer owns every object that the ids name, after one round trip. An object never changes its
 * owner, so the answer remains true while the call runs.
 */
export const ownsAll = Effect.fnUntraced(function* (customerId: string, ids: ReadonlySet<string>) {
  const environment = yield* currentKey
  const named = [...ids].filter((id) => id !== customerId)
  const owners = named.flatMap((id) => kinds.get(id.slice(0, id.indexOf(":"))) ?? [])
  if (owners.length < named.length) return false
  if (named.length === 0) return true
  const rows = yield* (yield* Store).load(owners.map(({ ref }, at) => ref(environment, named[at] ?? "")))
  return owners.every(({ ownerOf }, at) => {
    const row = rows[at]?.[0]
    return row !== undefined && ownerOf(row) === customerId
  })
})
