import { isJsonObject } from "@countersign/account-types"
import { Effect, Result } from "effect"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import type { Page, PageRequest } from "../../model/Page.ts"
import { currentKey } from "../../ports/EnvironmentRunner.ts"
import { type KeysUnavailable, Vault } from "../../ports/Vault.ts"
import type { Decision } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import { resealedHead } from "../../steps/sealedDetails.ts"
import type { Collection, Json } from "../../store/Collection.ts"
import { noChanges, replace } from "../../store/plans.ts"
import { byId, findPage, type Stored } from "../../store/records.ts"
import { ALL, type Query } from "../../store/Store.ts"
import { openedOwner, resealedPerson } from "../beneficial-owners/owners.ts"
import { type BeneficialOwner, beneficialOwners } from "../beneficial-owners/rules/BeneficialOwner.ts"
import { openedCustomer, sealedProfile } from "../customers/read.ts"
import { type Customer, customers, revised } from "../customers/rules/Customer.ts"
import { opened, reseal } from "../external-accounts/read.ts"
import * as ExternalAccount from "../external-accounts/rules/ExternalAccount.ts"
import { type InstructionOrder, instructionOrders } from "../payments/rules/Instruction.ts"
import { openedEnds, sealedEnds } from "../payments/send.ts"
import { receiptHeads } from "../receipts/rules/Receipt.ts"
import { type Event, events } from "../webhooks/rules/Event.ts"

export interface Resealed {
  readonly environment: EnvironmentKey
  /** External accounts, customers, beneficial owners, orders to a bank and the data keys of histories that were encrypted with an older vault key. */
  readonly resealed: number
  /** Events of accounts and customers still encrypted with an older key. They expire and are swept automatically. */
  readonly aging: number
  /** When the last of these events expires. */
  readonly until: Millis | undefined
}

/**
 * Re-encrypts long-lived records with the vault's current key. It is safe while nodes serve calls: each record is
 * replaced at the version that was read. An interrupted run can be repeated.
 *
 * Codes, pending signed requests, stored answers and devices of sessions are skipped: they live for at most a day.
 */
export const resealEnvironment = Effect.gen(function* () {
  const environment = yield* currentKey
  const resealAccount = resealing(ExternalAccount.externalAccounts, accountAnew)
  const resealCustomer = resealing(customers, customerAnew)
  const resealOwner = resealing(beneficialOwners, ownerAnew)
  const keys = yield* total(
    { collection: receiptHeads, environment, index: ALL },
    resealing(receiptHeads, resealedHead)
  )
  const accounts = yield* Effect.forEach(ExternalAccount.AccountScope.literals, (scope) =>
    total(
      { collection: ExternalAccount.externalAccounts, environment, index: { name: "scope", values: [scope] } },
      resealAccount
    )
  )
  const orders = yield* total(
    { collection: instructionOrders, environment, index: ALL },
    resealing(instructionOrders, orderAnew)
  )
  const people = yield* total(
    { collection: customers, environment, index: ALL },
    Effect.fnUntraced(function* (customer) {
      const index = { name: "customer", values: [customer.customerId] }
      const owners = yield* total({ collection: beneficialOwners, environment, index }, resealOwner)
      return owners + (yield* resealCustomer(customer))
    })
  )
  const found: Resealed = {
    environment,
    resealed: keys + orders + people + accounts.reduce((sum, count) => sum + count, 0),
    ...(yield* agingEvents(environment))
  }
  return found
})

// --- One function per kind of record: its value under the current key ---

const accountAnew = Effect.fnUntraced(function* (account: ExternalAccount.ExternalAccount) {
  const { particulars } = yield* opened(account)
  return ExternalAccount.resealed(account, yield* reseal(account.externalAccountId, particulars, account.sealed))
})

const customerAnew = Effect.fnUntraced(function* (customer: Customer) {
  const { profile } = yield* openedCustomer(customer)
  return revised(customer, yield* sealedProfile(customer.customerId, profile, customer.sealed))
})

const ownerAnew = Effect.fnUntraced(function* (owner: BeneficialOwner) {
  const { personalInfo } = yield* openedOwner(owner)
  return { ...owner, sealed: yield* resealedPerson(owner.beneficialOwnerId, personalInfo, owner.sealed) }
})

const orderAnew = Effect.fnUntraced(function* (order: InstructionOrder) {
  return { ...order, sealed: yield* sealedEnds.reseal(order.transactionId, yield* openedEnds(order), order.sealed) }
})

const agingEvents = Effect.fnUntraced(function* (environment: EnvironmentKey) {
  let until: Millis | undefined
  const aging = yield* total(
    { collection: events, environment, index: ALL },
    Effect.fnUntraced(function* (event) {
      if (!(yield* isOld(sealedIn(event)))) return 0
      until = Math.max(until ?? event.expiresAt, event.expiresAt)
      return 1
    })
  )
  return { aging, until }
})

/** The subject of an event is a record as its collection stores it. */
const sealedIn = ({ subject }: Event): Json | undefined => (isJsonObject(subject) ? subject.sealed : undefined)

// --- Every record, each exactly once ---

const isOld = Effect.fnUntraced(function* (value: Json | undefined) {
  return typeof value === "string" && !(yield* (yield* Vault).isCurrent(value))
})

/**
 * Re-encrypts the listed records and returns how many it changed. Each record is read again, because a concurrent
 * change has re-encrypted it already.
 */
const resealing = <A extends { readonly sealed?: string | undefined }>(
  collection: Collection<A>,
  anew: (value: A) => Effect.Effect<A, KeysUnavailable, Vault>
) => {
  const reads = (id: string, environment: EnvironmentKey) => ({ record: byId(collection, environment, id) })
  const reseal = operation(reads)
    .check(function readAgain({ found: { record } }) {
      return Result.succeed({ inputs: record?.value })
    })
    .prepare(
      Effect.fnUntraced(function* encryptAnew({ checked: { inputs } }) {
        return inputs !== undefined && (yield* isOld(inputs.sealed)) ? yield* anew(inputs) : undefined
      })
    )
    .decide(decide)
  return Effect.fnUntraced(function* (listed: A) {
    return (yield* isOld(listed.sealed)) ? yield* reseal(collection.id(listed)) : 0
  })
}

export const decide = <A extends { readonly sealed?: string | undefined }>({
  at,
  found: { record },
  prepared: next
}: {
  readonly at: Millis
  readonly found: { readonly record: Stored<A> | undefined }
  readonly prepared: A | undefined
}): Result.Result<Decision<number>> =>
  record === undefined || next === undefined
    ? Result.succeed({ ...noChanges, reply: 0 })
    : Result.succeed({ changes: [replace(record, next, at)], reply: 1 })

/** Sums over all pages of a list, a few records at a time. */
const total = Effect.fnUntraced(function* <A, E, R>(
  list: Pick<Query, "environment" | "index"> & { readonly collection: Collection<A> },
  count: (item: A) => Effect.Effect<number, E, R>
) {
  let [sum, page]: [number, PageRequest | undefined] = [0, { limit: 100 }]
  while (page !== undefined) {
    const { items, next }: Page<A> = yield* findPage(list, page)
    const counts = yield* Effect.forEach(items, count, { concurrency: 4 })
    sum += counts.reduce((all, each) => all + each, 0)
    page = next === undefined ? undefined : { limit: 100, after: next }
  }
  return sum
})
