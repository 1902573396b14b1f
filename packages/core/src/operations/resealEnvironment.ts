import { isJsonObject } from "@countersign/account-types"
import { Clock, Effect } from "effect"
import {
  type BeneficialOwner,
  beneficialOwners,
  openedOwner,
  sealedPerson
} from "../beneficial-owners/BeneficialOwner.ts"
import { type Customer, customers, openedCustomer, revised, sealedProfile } from "../customers/Customer.ts"
import { type Event, events } from "../events/Event.ts"
import { AccountScope, type ExternalAccount, externalAccounts, resealed } from "../external-accounts/ExternalAccount.ts"
import { opened, sealed } from "../external-accounts/particulars.ts"
import { type EnvironmentKey, environmentKey } from "../model/Environment.ts"
import type { Page, PageRequest } from "../model/Page.ts"
import type { Millis } from "../model/time.ts"
import type { Collection, Json } from "../ports/Collection.ts"
import { CurrentEnvironment } from "../ports/CurrentEnvironment.ts"
import { byId, commit, findPage, loadOne, replace, withRetry } from "../ports/records.ts"
import { ALL, type Query, type Store, type StoreUnavailable } from "../ports/Store.ts"
import { Vault } from "../ports/Vault.ts"

/** What became of an environment's records when all were looked at. */
export interface Resealed {
  readonly environment: EnvironmentKey
  /** External accounts, customers and beneficial owners that were under an older key of the vault. */
  readonly resealed: number
  /** Events of accounts and customers that are under an older key still. They are swept by themselves. */
  readonly aging: number
  /** When the last of those is over. */
  readonly until: Millis | undefined
}

/**
 * Brings under the vault's current key what would otherwise stay under an older one for ever. Safe beside nodes that
 * serve: each record is replaced at the version that was read. What a run left half done, another one ends.
 *
 * Codes, requests that wait to be signed, and kept answers are not looked for: none is older than a day.
 */
export const resealEnvironment = Effect.gen(function* () {
  const environment = environmentKey(yield* CurrentEnvironment)
  const accounts = yield* Effect.forEach(AccountScope.literals, (scope) =>
    total(pages(externalAccounts, environment, { name: "scope", values: [scope] }), (account) =>
      resealRecord(externalAccounts, environment, account, accountAnew)
    )
  )
  const people = yield* total(
    pages(customers, environment, ALL),
    Effect.fnUntraced(function* (customer) {
      const index = { name: "customer", values: [customer.customerId] }
      const owners = yield* total(pages(beneficialOwners, environment, index), (owner) =>
        resealRecord(beneficialOwners, environment, owner, ownerAnew)
      )
      return owners + (yield* resealRecord(customers, environment, customer, customerAnew))
    })
  )
  const found: Resealed = {
    environment,
    resealed: people + accounts.reduce((sum, count) => sum + count, 0),
    ...(yield* agingEvents(environment))
  }
  return found
})

// --- One kind of record each: the value under the current key ---

const accountAnew = Effect.fnUntraced(function* (account: ExternalAccount) {
  const { particulars } = yield* opened(account)
  return resealed(account, yield* sealed(account.externalAccountId, particulars))
})

const customerAnew = Effect.fnUntraced(function* (customer: Customer) {
  const { profile } = yield* openedCustomer(customer)
  return revised(customer, yield* sealedProfile(customer.customerId, profile))
})

const ownerAnew = Effect.fnUntraced(function* (owner: BeneficialOwner) {
  const { personalInfo } = yield* openedOwner(owner)
  const next: BeneficialOwner = { ...owner, sealed: yield* sealedPerson(owner.beneficialOwnerId, personalInfo) }
  return next
})

const agingEvents = Effect.fnUntraced(function* (environment: EnvironmentKey) {
  let until: Millis | undefined
  const aging = yield* total(
    pages(events, environment, ALL),
    Effect.fnUntraced(function* (event) {
      if (!(yield* isOld(sealedIn(event)))) return 0
      until = Math.max(until ?? event.expiresAt, event.expiresAt)
      return 1
    })
  )
  return { aging, until }
})

/** What an event tells of is a record as its collection keeps it. */
const sealedIn = ({ subject }: Event): Json | undefined => (isJsonObject(subject) ? subject.sealed : undefined)

// --- Every record, and each of them once ---

const isOld = Effect.fnUntraced(function* (value: Json | undefined) {
  const vault = yield* Vault
  return typeof value === "string" && !(yield* vault.isCurrent(value))
})

/** Answers 1 where it was under an older key. It is read again: whoever changed it meanwhile sealed it anew. */
const resealRecord = <A extends { readonly sealed: string }>(
  collection: Collection<A>,
  environment: EnvironmentKey,
  listed: A,
  anew: (value: A) => Effect.Effect<A, never, Vault>
) =>
  Effect.gen(function* () {
    if (!(yield* isOld(listed.sealed))) return 0
    return yield* withRetry(replaced(collection, environment, collection.id(listed), anew))
  })

const replaced = Effect.fnUntraced(function* <A extends { readonly sealed: string }>(
  collection: Collection<A>,
  environment: EnvironmentKey,
  id: string,
  anew: (value: A) => Effect.Effect<A, never, Vault>
) {
  const record = yield* loadOne(byId(collection, environment, id))
  if (record === undefined || !(yield* isOld(record.value.sealed))) return 0
  const next = yield* anew(record.value)
  yield* commit({ changes: [replace(record, next, yield* Clock.currentTimeMillis)], guards: [] })
  return 1
})

/** A page of a list, and the next one. */
type Pages<A> = (page: PageRequest) => Effect.Effect<Page<A>, StoreUnavailable, Store>

const pages =
  <A>(collection: Collection<A>, environment: EnvironmentKey, index: Query["index"]): Pages<A> =>
  (page) =>
    findPage({ collection, environment, index }, page)

/** Counts over all pages of a list, a few records at a time. */
const total = Effect.fnUntraced(function* <A, E, R>(list: Pages<A>, count: (item: A) => Effect.Effect<number, E, R>) {
  let [sum, page]: [number, PageRequest | undefined] = [0, { limit: 100 }]
  while (page !== undefined) {
    const { items, next }: Page<A> = yield* list(page)
    const counts = yield* Effect.forEach(items, count, { concurrency: 4 })
    sum += counts.reduce((all, each) => all + each, 0)
    page = next === undefined ? undefined : { limit: 100, after: next }
  }
  return sum
})
