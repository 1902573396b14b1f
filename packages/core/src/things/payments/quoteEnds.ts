import { Effect, Result } from "effect"
import type { Environment, EnvironmentKey, Millis } from "../../model/Environment.ts"
import type { CustomerId } from "../../model/ids.ts"
import { PaymentRails, type Route } from "../../ports/PaymentRails.ts"
import { unchanged } from "../../store/plans.ts"
import { byId, type Stored } from "../../store/records.ts"
import { requireStanding } from "../access/rules/authority.ts"
import type { InternalAccount } from "../accounts/rules/InternalAccount.ts"
import { openedCustomer } from "../customers/read.ts"
import { type Customer, customers, requireNotDeleted } from "../customers/rules/Customer.ts"
import { CustomerNotFound } from "../customers/rules/refusals.ts"
import { type ExternalAccount, externalAccounts } from "../external-accounts/rules/ExternalAccount.ts"
import {
  addressEnd,
  externalEnd,
  internalEnd,
  internalReads,
  type LoadedAccount,
  openedPayable,
  requireInternal,
  requirePayable,
  withoutBalance
} from "./ends.ts"
import type { Paying } from "./paymentPlan.ts"
import type { InstructedEnds } from "./rules/Instruction.ts"
import { CurrencyRefused, type Quote, UmaNotFound } from "./rules/Quote.ts"
import type { End, OutcomeOrder, Transaction } from "./rules/Transaction.ts"
import { orderedAt, SENT } from "./send.ts"

/** The ends as the caller names them. The currency of an account is optional, and must match if given. */
export interface RequestedEnds {
  readonly source: Omit<End, "currency"> & { readonly currency?: string | undefined }
  readonly destination: Omit<End, "currency"> & { readonly currency?: string | undefined }
}

export const endsReads = ({ destination, source }: RequestedEnds, environment: EnvironmentKey) => {
  const { accountId } = destination
  const isInside = accountId?.startsWith("InternalAccount:") === true
  const payerId: CustomerId | undefined = source.customerId
  return {
    from: source.accountId === undefined ? undefined : internalReads(environment, source.accountId),
    funding: payerId === undefined ? undefined : byId(customers, environment, payerId),
    to: isInside && accountId !== undefined ? internalReads(environment, accountId) : undefined,
    far: isInside || accountId === undefined ? undefined : byId(externalAccounts, environment, accountId)
  }
}

export interface LoadedEnds {
  readonly from: LoadedAccount | undefined
  readonly funding: Stored<Customer> | undefined
  readonly to: LoadedAccount | undefined
  readonly far: Stored<ExternalAccount> | undefined
}

/** Requires that both ends exist, belong together and may be paid. */
export const foundEnds = ({ destination, source }: RequestedEnds, found: LoadedEnds, at: Millis) =>
  Result.gen(function* () {
    const paid = found.from === undefined ? undefined : yield* requireInternal(found.from)
    yield* requireStanding({ name: "ExecuteQuote" }, [paid?.account], at)
    const { funding } = found
    if (source.customerId !== undefined && funding === undefined) return yield* Result.fail(new CustomerNotFound())
    if (funding !== undefined) yield* requireNotDeleted(funding.value)
    const customer = paid === undefined ? funding?.value : paid.owner?.value
    const inside = found.to === undefined ? undefined : yield* requireInternal(found.to)
    const external =
      destination.accountId === undefined || found.to !== undefined
        ? undefined
        : yield* requirePayable(found.far, customer)
    const guards = [funding, inside?.owner].filter((each) => each !== undefined).map(unchanged)
    return { payer: paid?.account, inside, external, customer, guards }
  })

/**
 * The records at the ends of a quote. The commit of a payment guards the accounts; `guards` are the guards of the
 * customers.
 */
export type FoundEnds = Result.Result.Success<ReturnType<typeof foundEnds>>

export const accountsOf = ({ inside, payer }: FoundEnds): ReadonlyArray<Stored<InternalAccount>> =>
  [payer, inside?.account].filter((account) => account !== undefined)

/** The stored payment of a quote, and the records that its next step may write. */
export const payingOf = (
  stored: Stored<Transaction>,
  order: Stored<OutcomeOrder> | undefined,
  ends: FoundEnds
): Paying => ({
  transaction: stored.value,
  stored,
  order,
  accounts: accountsOf(ends),
  external: ends.external
})

/**
 * The input of the port calls about the ends. It excludes balances, so that a changed balance does not repeat the
 * calls.
 */
export const inputsOf = ({ customer, external, inside, payer }: FoundEnds) => ({
  customer,
  payer: payer && withoutBalance(payer.value),
  inside: inside && { account: withoutBalance(inside.account.value), owner: inside.owner?.value },
  external: external?.value
})

/** Decrypts both ends. Currencies are those of the accounts. */
export const resolvedEnds = Effect.fnUntraced(function* ({ destination, source }: RequestedEnds, ends: FoundEnds) {
  const { customer, external, inside, payer } = ends
  const outside = external === undefined ? undefined : yield* openedPayable(external.value, customer)
  const sending = payer?.value.currency.code ?? source.currency
  const receiving = inside?.account.value.currency.code ?? outside?.account.currency ?? destination.currency
  if (sending === undefined || receiving === undefined) return yield* new CurrencyRefused()
  if ((source.currency ?? sending) !== sending || (destination.currency ?? receiving) !== receiving) {
    return yield* new CurrencyRefused()
  }
  const route: Route = {
    by: "quote",
    ...(outside === undefined ? {} : { account: outside.normal }),
    ...(destination.umaAddress === undefined ? {} : { umaAddress: destination.umaAddress })
  }
  return {
    source: { ...source, currency: sending },
    destination: { ...destination, currency: receiving },
    customer,
    payer: payer?.value,
    /** The receiving internal account and its customer, or the receiving external account. */
    inside: inside && { account: inside.account.value, customer: inside.owner?.value },
    outside,
    route
  }
})

/** The current ends of a quote, without the records that the commit guards. */
export type ResolvedEnds = Effect.Success<ReturnType<typeof resolvedEnds>>

/** The steps that start the payment. Simulated rails also know its later ones. */
export const routed = Effect.fnUntraced(function* ({ route }: ResolvedEnds, here: Environment) {
  const { carrier } = yield* PaymentRails
  const steps = carrier._tag === "Simulation" ? yield* carrier.route(here, route) : SENT
  return steps === undefined ? yield* new UmaNotFound() : steps
})

/** Both ends, as a provider needs them. */
export const instructedEnds = ({ destination, inside, outside, payer, source }: ResolvedEnds): InstructedEnds => {
  const { currency, umaAddress = "" } = destination
  return {
    source:
      payer === undefined
        ? { type: "DEPOSIT", currency: source.currency }
        : { type: "INTERNAL", accountId: payer.accountId, currency: source.currency },
    destination:
      outside !== undefined
        ? { type: "EXTERNAL", accountId: outside.account.externalAccountId, currency, account: outside.normal }
        : inside !== undefined
          ? { type: "INTERNAL", accountId: inside.account.accountId, currency }
          : { type: "UMA_ADDRESS", umaAddress, currency }
  }
}

/** The order that starts the payment of a quote, if the rails are a provider. */
export const orderedBy = (
  { offerReference, transactionId }: Quote,
  resolved: ResolvedEnds,
  moment: Parameters<typeof orderedAt>[2]
) => orderedAt(transactionId, instructedEnds(resolved), moment, offerReference)

/** The signed form of both ends of a payment from a wallet, as its owner reads them. */
export const signedEnds = Effect.fnUntraced(function* (payer: InternalAccount, resolved: ResolvedEnds) {
  return { source: internalEnd(payer), destination: yield* destinationEnd(resolved) }
})

const destinationEnd = Effect.fnUntraced(function* ({ destination, inside, outside }: ResolvedEnds) {
  if (outside !== undefined) return externalEnd(outside)
  if (inside === undefined) return addressEnd(destination.umaAddress ?? "", destination.currency)
  const { account, customer } = inside
  return internalEnd(account, customer && (yield* openedCustomer(customer)).profile)
})
