import { Effect, Result } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import type { AccountId, CustomerId, ExternalAccountId } from "../../model/ids.ts"
import type { Step } from "../../model/Step.ts"
import { PaymentRails } from "../../ports/PaymentRails.ts"
import { freshId } from "../../ports/Secrets.ts"
import { operation } from "../../steps/operation.ts"
import { inTurnOf } from "../../steps/turns.ts"
import { byId, byIndex, byUnique, load } from "../../store/records.ts"
import { AccountNotFound, internalAccounts } from "../accounts/rules/InternalAccount.ts"
import { customers, requireCustomer } from "../customers/rules/Customer.ts"
import { externalAccounts } from "../external-accounts/rules/ExternalAccount.ts"
import { configOf } from "../platforms/rules/PlatformConfig.ts"
import { permitted } from "../platforms/rules/supported.ts"
import { AWAITS_APPROVAL } from "./approve.ts"
import { internalReads, openedPayable, requireInternal, requirePayable, withoutBalance } from "./ends.ts"
import { paymentPlan, replied } from "./paymentPlan.ts"
import { AccountUnsuitable, CurrencyRefused } from "./rules/Quote.ts"
import { type End, initial, type Transaction } from "./rules/Transaction.ts"
import { orderedAt, SENT } from "./send.ts"

export interface TransferCommand {
  readonly internal: AccountId
  readonly external: ExternalAccountId
  /** In the smallest unit of the currency. */
  readonly amount: number
}

export const transferIn = (command: TransferCommand) => transfer("INCOMING", command)

/** Pushes money from an internal account to an external one, in the same currency. */
export const transferOut = (command: TransferCommand) => transfer("OUTGOING", command)

const transfer = (type: Transaction["type"], command: TransferCommand) =>
  inTurnOf([command.internal], move({ ...command, type }))

type Directed = TransferCommand & Pick<Transaction, "type">

const reads = ({ external, internal }: Directed, environment: EnvironmentKey) => ({
  inside: internalReads(environment, internal),
  outside: byId(externalAccounts, environment, external),
  config: configOf(environment)
})

export const move = operation(reads)
  .check(function transferable({ found: { config, inside, outside } }) {
    return Result.gen(function* () {
      const { account, owner } = yield* requireInternal(inside)
      const customer = owner?.value
      const external = yield* requirePayable(outside, customer)
      const inputs = {
        account: withoutBalance(account.value),
        customer,
        external: external.value,
        config: config?.value
      }
      return { inputs, account, customer, external }
    })
  })
  .prepare(
    // Decrypts the external account, which must suit the transfer, and gets the route from the rails.
    Effect.fnUntraced(function* route({ at, checked: { inputs, customer, external }, command, here }) {
      const { normal } = yield* openedPayable(external.value, customer)
      const { amount, type } = command
      const { account, config } = inputs
      const currency = account.currency.code
      // Money leaves a wallet only with its owner's stamp, which quotes support and transfers do not. Money may enter it
      // without one.
      if (type === "OUTGOING" && account.type === "EMBEDDED_WALLET") return yield* new AccountUnsuitable()
      if (external.value.currency !== currency) return yield* new CurrencyRefused()
      yield* Effect.fromResult(permitted(config, { type, money: { amount, currency }, counterparty: normal }))
      const { carrier } = yield* PaymentRails
      const route = { by: "transfer", account: normal } as const
      const steps = carrier._tag === "Simulation" ? ((yield* carrier.route(here, route)) ?? []) : SENT
      const transactionId = yield* freshId("Transaction")
      const inside = { type: "INTERNAL", accountId: command.internal, currency } as const
      const outside = { type: "EXTERNAL", accountId: command.external, currency, account: normal } as const
      const ends =
        type === "INCOMING" ? { source: outside, destination: inside } : { source: inside, destination: outside }
      return { transactionId, steps, ordered: yield* orderedAt(transactionId, ends, { at, here }) }
    })
  )
  .decide(function startTransfer(leg) {
    const { at, checked, command, prepared } = leg
    const { account, customer, external } = checked
    const currency = account.value.currency.code
    const inside: End = { type: "ACCOUNT", accountId: command.internal, currency }
    const outside: End = { type: "ACCOUNT", accountId: command.external, currency }
    const money = { amount: command.amount, currency }
    const transaction = initial({
      transactionId: prepared.transactionId,
      type: command.type,
      customerId: customer?.customerId ?? null,
      platformCustomerId: customer?.platformCustomerId ?? null,
      source: command.type === "INCOMING" ? outside : inside,
      destination: command.type === "INCOMING" ? inside : outside,
      externalAccountId: command.external,
      sent: money,
      received: money,
      fees: 0,
      createdAt: at,
      updatedAt: at
    })
    const paying = { transaction, accounts: [account], external, ordered: prepared.ordered }
    // The plan guards the external account: an edit or a removal that commits first causes a conflict and a retry.
    return Result.map(paymentPlan(paying, prepared.steps, leg), replied)
  })

export interface IncomingPayment {
  readonly senderUmaAddress: string
  /** The receiver, by customer id or address. The address takes precedence if both are given. */
  readonly receiver: { readonly customerId?: CustomerId | undefined; readonly umaAddress?: string | undefined }
  readonly currency: string
  readonly amount: number
}

const receiverReads = ({ receiver: { customerId, umaAddress } }: IncomingPayment, environment: EnvironmentKey) => ({
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
export const receivePayment = operation(receiverReads)
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
      return replied(yield* paymentPlan(paying, steps, leg))
    })
  })

const ARRIVES: ReadonlyArray<Step> = [
  { after: 0, to: "PENDING" },
  { after: 0, to: "COMPLETED" }
]
