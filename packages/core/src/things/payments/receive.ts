import { Effect, Result } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import type { CustomerId } from "../../model/ids.ts"
import type { Step } from "../../model/Step.ts"
import { freshId } from "../../ports/Secrets.ts"
import type { Decision } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import type { Booked } from "../../store/plans.ts"
import { byId, byIndex, byUnique, load } from "../../store/records.ts"
import { AccountNotFound, internalAccounts } from "../accounts/rules/InternalAccount.ts"
import { customers, requireCustomer } from "../customers/rules/Customer.ts"
import { configOf } from "../platforms/rules/PlatformConfig.ts"
import { permitted } from "../platforms/rules/supported.ts"
import { AWAITS_APPROVAL } from "./approve.ts"
import { paymentPlan } from "./paymentPlan.ts"
import { initial, type Transaction } from "./rules/Transaction.ts"

export interface IncomingPayment {
  readonly senderUmaAddress: string
  /** The receiver, by customer id or address. The address takes precedence if both are given. */
  readonly receiver: { readonly customerId?: CustomerId | undefined; readonly umaAddress?: string | undefined }
  readonly currency: string
  readonly amount: number
}

const reads = ({ receiver: { customerId, umaAddress } }: IncomingPayment, environment: EnvironmentKey) => ({
  customer:
    umaAddress === undefined
      ? customerId && byId(customers, environment, customerId)
      : byUnique(customers, environment, "umaAddress", [umaAddress]),
  config: configOf(environment)
})

/**
 * Receives money from a payment address into the customer's account of that currency, once the platform has approved
 * the payment. The approval call is an INCOMING_PAYMENT.PENDING event to the webhook endpoint. Without an endpoint the
 * payment completes immediately.
 */
export const receivePayment = operation(reads)
  .more(function loadAccounts({ environment, found: { customer } }) {
    return load({ accounts: customer && byIndex(internalAccounts, environment, "customer", [customer.id]) })
  })
  .prepare(function drawId() {
    return Effect.gen(() => freshId("Transaction"))
  })
  .decide(function receive(leg) {
    return Result.gen(function* () {
      const { at, command, found, prepared } = leg
      const { amount, currency, senderUmaAddress } = command
      const { accounts = [] } = found
      const { customer } = yield* requireCustomer(found.customer)
      const { customerId, platformCustomerId } = customer
      const account = accounts.find(({ value }) => value.currency.code === currency)
      if (account === undefined) return yield* Result.fail(new AccountNotFound())
      const money = { amount, currency }
      const config = found.config?.value
      yield* permitted(config, { type: "INCOMING", money, counterparty: "payment address" })
      const transaction = initial({
        transactionId: prepared,
        type: "INCOMING",
        customerId,
        platformCustomerId,
        source: { type: "UMA_ADDRESS", umaAddress: senderUmaAddress, currency },
        destination: { type: "ACCOUNT", accountId: account.id, currency },
        sent: money,
        received: money,
        fees: 0,
        createdAt: at,
        updatedAt: at
      })
      const paying = { transaction, accounts: [account] }
      const steps = config?.webhookEndpoint === undefined ? ARRIVES : AWAITS_APPROVAL
      const paid = yield* paymentPlan(paying, steps, leg)
      const decision: Decision<Transaction> & Booked = { ...paid.plan, reply: paid.transaction }
      return decision
    })
  })

const ARRIVES: ReadonlyArray<Step> = [
  { after: 0, to: "PENDING" },
  { after: 0, to: "COMPLETED" }
]
