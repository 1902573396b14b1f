import { Effect } from "effect"
import { type Customer, customers, live, openedCustomer } from "../customers/Customer.ts"
import { CustomerNotFound } from "../customers/refusals.ts"
import type { ExternalAccount } from "../external-accounts/ExternalAccount.ts"
import type { OpenedExternalAccount } from "../external-accounts/particulars.ts"
import type { InternalAccount } from "../internal-accounts/InternalAccount.ts"
import { environmentKey } from "../model/Environment.ts"
import type { CustomerId } from "../model/ids.ts"
import { CurrencyRefused, UmaNotFound } from "../payments/refusals.ts"
import type { SignedEnd, SignedEnds } from "../payments/SignedTerms.ts"
import type { End } from "../payments/Transaction.ts"
import { CurrentEnvironment } from "../ports/CurrentEnvironment.ts"
import { PaymentRails, type Route } from "../ports/PaymentRails.ts"
import { byId, type Found, load, type Stored, unchanged } from "../ports/records.ts"
import type { Guard, Ref } from "../ports/Store.ts"
import { externalRef, internalRefs, requireInternal, requirePayable } from "./ends.ts"
import { addressEnd, externalEnd, internalEnd } from "./signedEnds.ts"

/** Where a quote takes money from, and where it brings it. */
export interface QuoteEnds {
  readonly source: End
  readonly destination: End
}

/** The ends of a quote as they are now. */
export interface ResolvedEnds extends QuoteEnds {
  readonly customer: Customer | undefined
  readonly payer: InternalAccount | undefined
  /** The account of the service that is paid, and the customer it is of. */
  readonly inside: { readonly account: InternalAccount; readonly customer: Customer | undefined } | undefined
  /** The external account that is paid. */
  readonly outside: OpenedExternalAccount | undefined
  readonly accounts: ReadonlyArray<Stored<InternalAccount>>
  /** The record of the external account, which the commit of a payment guards with `accounts`. */
  readonly external: Stored<ExternalAccount> | undefined
  /** The customers at the ends are still those that were read. */
  readonly guards: ReadonlyArray<Guard>
  readonly route: Route
}

/** What a caller says of the ends: the currency of an account need not be told, and must not be another one. */
export interface AskedEnds {
  readonly source: Omit<End, "currency"> & { readonly currency?: string | undefined }
  readonly destination: Omit<End, "currency"> & { readonly currency?: string | undefined }
}

/** Looks at both ends of a quote, in one round trip: they exist, belong together, and may be paid. */
export const resolveEnds = Effect.fnUntraced(function* (
  { destination, source }: AskedEnds,
  more: ReadonlyArray<Ref> = []
) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const from = source.accountId === undefined ? undefined : internalRefs(environment, source.accountId)
  const payerId: CustomerId | undefined = source.customerId
  const funder = payerId === undefined ? undefined : byId(customers, environment, payerId)
  const isInside = destination.accountId?.startsWith("InternalAccount:") === true
  const to =
    isInside && destination.accountId !== undefined ? internalRefs(environment, destination.accountId) : undefined
  const far =
    isInside || destination.accountId === undefined ? undefined : externalRef(environment, destination.accountId)
  const refs: ReadonlyArray<Ref | undefined> = [from?.account, from?.customer, funder, to?.account, to?.customer, far]
  const found: Found = yield* load([...refs.filter((ref) => ref !== undefined), ...more])

  const paid = from === undefined ? undefined : yield* requireInternal(found, from)
  const funding = funder === undefined ? undefined : found.one(funder)
  const customer = paid === undefined ? funding?.value : paid.customer
  if (funder !== undefined && funding === undefined) return yield* new CustomerNotFound()
  if (funding !== undefined) yield* Effect.fromResult(live(funding.value))
  const inside = to === undefined ? undefined : yield* requireInternal(found, to)
  const outside = far === undefined ? undefined : yield* requirePayable(found, far, customer)

  const sending = paid?.account.value.currency.code ?? source.currency
  const receiving = inside?.account.value.currency.code ?? outside?.account.currency ?? destination.currency
  if (sending === undefined || receiving === undefined) return yield* new CurrencyRefused()
  if ((source.currency ?? sending) !== sending || (destination.currency ?? receiving) !== receiving) {
    return yield* new CurrencyRefused()
  }
  const accounts = [paid?.account, inside?.account].filter((account) => account !== undefined)
  const resolved: ResolvedEnds = {
    source: { ...source, currency: sending },
    destination: { ...destination, currency: receiving },
    customer,
    payer: paid?.account.value,
    inside: inside === undefined ? undefined : { account: inside.account.value, customer: inside.customer },
    outside,
    accounts,
    external: outside?.record,
    guards: [funding, inside?.owner].filter((each) => each !== undefined).map(unchanged),
    route: {
      by: "quote",
      ...(outside === undefined ? {} : { account: outside.normal }),
      ...(destination.umaAddress === undefined ? {} : { umaAddress: destination.umaAddress })
    }
  }
  return { resolved, found }
})

/** The steps of a payment between these ends. Fails with `UmaNotFound` where the rails have no route to the address. */
export const stepsOf = Effect.fnUntraced(function* ({ route }: ResolvedEnds) {
  const rails = yield* PaymentRails
  const steps = yield* rails.route(yield* CurrentEnvironment, route)
  if (steps === undefined) return yield* new UmaNotFound()
  return steps
})

/** Both ends of a payment from a wallet, as its owner reads them. */
export const signedEnds = Effect.fnUntraced(function* (payer: InternalAccount, resolved: ResolvedEnds) {
  const ends: SignedEnds = { source: internalEnd(payer), destination: yield* destinationEnd(resolved) }
  return ends
})

const destinationEnd = Effect.fnUntraced(function* ({ destination, inside, outside }: ResolvedEnds) {
  if (outside !== undefined) return externalEnd(outside)
  if (inside === undefined) return addressEnd(destination.umaAddress ?? "", destination.currency)
  const { account, customer } = inside
  const end: SignedEnd = internalEnd(account, customer && (yield* openedCustomer(customer)).profile)
  return end
})
