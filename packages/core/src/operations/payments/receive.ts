import { Clock, Effect } from "effect"
import { permitted } from "../../config/supported.ts"
import { configOf } from "../../config/walletConfig.ts"
import { customers, live } from "../../customers/Customer.ts"
import { CustomerNotFound } from "../../customers/refusals.ts"
import { internalAccounts } from "../../internal-accounts/InternalAccount.ts"
import { AccountNotFound } from "../../internal-accounts/refusals.ts"
import { environmentKey } from "../../model/Environment.ts"
import type { CustomerId } from "../../model/ids.ts"
import type { Step } from "../../model/Step.ts"
import type { Transaction } from "../../payments/Transaction.ts"
import { CurrentEnvironment } from "../../ports/CurrentEnvironment.ts"
import { again, byId, byIndex, byUnique, commit, load, loadOne } from "../../ports/records.ts"
import { freshId } from "../../ports/Secrets.ts"
import { AWAITS_APPROVAL } from "./approve.ts"
import { paymentPlan } from "./paymentPlan.ts"

export interface IncomingPayment {
  readonly senderUmaAddress: string
  /** Whom it is for, by one of the two; by the address where both are named. */
  readonly receiver: { readonly customerId?: CustomerId | undefined; readonly umaAddress?: string | undefined }
  readonly currency: string
  readonly amount: number
}

/**
 * Money from a payment address arrives on the account of the customer in its currency, once the platform has approved it:
 * its webhook endpoint is called with INCOMING_PAYMENT.PENDING. Without an endpoint it arrives at once.
 */
export const receivePayment = (payment: IncomingPayment) => again(received(payment))

const received = Effect.fnUntraced(function* ({ amount, currency, receiver, senderUmaAddress }: IncomingPayment) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const customerId = receiver.umaAddress === undefined ? receiver.customerId : yield* customerAt(receiver.umaAddress)
  if (customerId === undefined) return yield* new CustomerNotFound()
  const refs = {
    customer: byId(customers, environment, customerId),
    accounts: byIndex(internalAccounts, environment, "customer", [customerId]),
    config: configOf(environment)
  }
  const found = yield* load([refs.customer, refs.accounts, refs.config])
  const customer = found.one(refs.customer)
  if (customer === undefined) return yield* new CustomerNotFound()
  yield* Effect.fromResult(live(customer.value))
  const account = found.all(refs.accounts).find(({ value }) => value.currency.code === currency)
  if (account === undefined) return yield* new AccountNotFound()
  const at = yield* Clock.currentTimeMillis
  const money = { amount, currency }
  const config = found.one(refs.config)?.value
  yield* Effect.fromResult(permitted(config, { type: "INCOMING", money, counterparty: "payment address" }))
  const transaction: Transaction = {
    transactionId: yield* freshId("Transaction"),
    type: "INCOMING",
    status: "Pending",
    customerId,
    platformCustomerId: customer.value.platformCustomerId,
    source: { type: "UMA_ADDRESS", umaAddress: senderUmaAddress, currency },
    destination: { type: "ACCOUNT", accountId: account.id, currency },
    sent: money,
    received: money,
    fees: 0,
    money: "untouched",
    eventCount: 0,
    createdAt: at,
    updatedAt: at
  }
  const paying = { transaction, stored: undefined, order: undefined, accounts: [account] }
  const paid = yield* paymentPlan(paying, config?.webhookEndpoint === undefined ? ARRIVES : AWAITS_APPROVAL, at)
  yield* commit(paid.plan)
  return paid.transaction
})

const customerAt = Effect.fnUntraced(function* (address: string) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const customer = yield* loadOne(byUnique(customers, environment, "umaAddress", [address]))
  return customer?.value.customerId
})

const ARRIVES: ReadonlyArray<Step> = [
  { after: 0, to: "PENDING" },
  { after: 0, to: "COMPLETED" }
]
