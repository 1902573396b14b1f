import { Clock, Effect, Result } from "effect"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import type { CustomerId } from "../../model/ids.ts"
import type { PageRequest } from "../../model/Page.ts"
import { currentKey } from "../../ports/EnvironmentRunner.ts"
import { vaultedText } from "../../ports/Vault.ts"
import { listPage } from "../../steps/lists.ts"
import { byId, byIndex, load, openAll, type Stored } from "../../store/records.ts"
import { ALL } from "../../store/Store.ts"
import { type OpenedOwner, openedOwner } from "../beneficial-owners/owners.ts"
import { type BeneficialOwner, beneficialOwners } from "../beneficial-owners/rules/BeneficialOwner.ts"
import type { CodeChallenge } from "../one-time-codes/codes.ts"
import { NewCustomer } from "./rules/bodies.ts"
import { type Customer, customers } from "./rules/Customer.ts"
import { type EmailChanges, emailChanges, pendingAt } from "./rules/EmailChange.ts"
import { CustomerNotFound } from "./rules/refusals.ts"

/** A customer with its beneficial owners: none for an individual, the newest 100 for a business. */
export interface CustomerView extends OpenedCustomer {
  readonly owners: ReadonlyArray<OpenedOwner>
  readonly pendingEmail?: PendingEmail
}

/** A new address that waits for the code that proves it, and in replies that issue the code, the form of its answer. */
export interface PendingEmail extends Partial<CodeChallenge> {
  readonly email: string
  readonly expiresAt: Millis
}

/** The pending change of the address, as replies show it. */
export const pendingView = (changes: EmailChanges | undefined, at: Millis): Pick<CustomerView, "pendingEmail"> =>
  Result.match(pendingAt(changes, at), {
    onSuccess: (pendingEmail) => ({ pendingEmail }),
    onFailure: () => ({})
  })

const valuesOf = <A>(records: ReadonlyArray<Stored<A>> = []) => records.map(({ value }) => value)

export const ownersOf = (environment: EnvironmentKey, customerId: string) =>
  byIndex(beneficialOwners, environment, "customer", [customerId])

export const customerView = Effect.fnUntraced(function* (customer: Customer, owners: ReadonlyArray<BeneficialOwner>) {
  const view: CustomerView = {
    ...(yield* openedCustomer(customer)),
    owners: yield* openAll(beneficialOwners, owners, openedOwner)
  }
  return view
})

/** Returns a customer, including a deleted one. */
export const readCustomer = Effect.fnUntraced(function* (customerId: CustomerId) {
  const environment = yield* currentKey
  const { customer, emails, owners } = yield* load({
    customer: byId(customers, environment, customerId),
    owners: ownersOf(environment, customerId),
    emails: byId(emailChanges, environment, customerId)
  })
  if (customer === undefined) return yield* new CustomerNotFound()
  const view = yield* customerView(customer.value, valuesOf(owners))
  return { ...view, ...pendingView(emails?.value, yield* Clock.currentTimeMillis) }
})

/** Filters for a list of customers. Time bounds are inclusive. */
export interface CustomerFilter {
  readonly platformCustomerId?: string | undefined
  readonly umaAddress?: string | undefined
  readonly customerType?: Customer["customerType"] | undefined
  readonly region?: string | undefined
  readonly currency?: string | undefined
  readonly updatedAfter?: Millis | undefined
  readonly updatedBefore?: Millis | undefined
  readonly isIncludingDeleted?: boolean | undefined
}

/** Returns the customers of the environment, newest first. */
export const listCustomers = Effect.fnUntraced(function* (filter: CustomerFilter, page: PageRequest) {
  const isOne = (customer: Customer) => isWanted(filter, customer)
  const found = yield* listPage({ collection: customers, index: indexOf(filter), isWanted: isOne }, page)
  return { ...found, items: yield* withOwners(yield* currentKey, found.items) }
})

const withOwners = Effect.fnUntraced(function* (environment: EnvironmentKey, all: ReadonlyArray<Customer>) {
  const businesses = all.filter(({ customerType }) => customerType === "BUSINESS")
  const found = yield* load(businesses.map(({ customerId }) => ownersOf(environment, customerId)))
  const owners = new Map(businesses.map(({ customerId }, nth) => [customerId, valuesOf(found[nth])]))
  return yield* openAll(customers, all, (customer) => customerView(customer, owners.get(customer.customerId) ?? []))
})

const indexOf = ({ platformCustomerId, umaAddress }: CustomerFilter) => {
  if (umaAddress !== undefined) return { name: "umaAddress", values: [umaAddress] }
  if (platformCustomerId !== undefined) return { name: "platformCustomer", values: [platformCustomerId] }
  return ALL
}

const isWanted = (filter: CustomerFilter, customer: Customer): boolean => {
  const { currencies, customerType, deletedAt, platformCustomerId, region, umaAddress, updatedAt } = customer
  return (
    (filter.isIncludingDeleted === true || deletedAt === undefined) &&
    (filter.platformCustomerId ?? platformCustomerId) === platformCustomerId &&
    (filter.umaAddress ?? umaAddress) === umaAddress &&
    (filter.customerType ?? customerType) === customerType &&
    (filter.region ?? region) === region &&
    (filter.currency === undefined || currencies.includes(filter.currency)) &&
    (filter.updatedAfter ?? updatedAt) <= updatedAt &&
    (filter.updatedBefore ?? updatedAt) >= updatedAt
  )
}

const profiles = vaultedText("customer", NewCustomer)

/** The stored form of a profile: the encrypted profile, plus the fields that lists and credentials need. */
export const sealedProfile = Effect.fnUntraced(function* (id: CustomerId, profile: NewCustomer, over?: string) {
  const { customerType, email, region } = profile
  const retained: Pick<Customer, "customerType" | "email" | "region" | "sealed"> = {
    customerType,
    ...(region === undefined ? {} : { region }),
    ...(email === undefined ? {} : { email }),
    sealed: yield* over === undefined ? profiles.seal(id, profile) : profiles.reseal(id, profile, over)
  }
  return retained
})

export const openedCustomer = Effect.fnUntraced(function* (customer: Customer) {
  return { customer, profile: yield* profiles.open(customer.customerId, customer.sealed) }
})
export type OpenedCustomer = Effect.Success<ReturnType<typeof openedCustomer>>
