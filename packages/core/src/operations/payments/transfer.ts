import { Clock, Effect } from "effect"
import { permitted } from "../../config/supported.ts"
import { configOf } from "../../config/walletConfig.ts"
import { environmentKey } from "../../model/Environment.ts"
import type { AccountId, ExternalAccountId } from "../../model/ids.ts"
import { AccountUnsuitable, CurrencyRefused } from "../../payments/refusals.ts"
import type { End, Transaction } from "../../payments/Transaction.ts"
import { CurrentEnvironment } from "../../ports/CurrentEnvironment.ts"
import { PaymentRails } from "../../ports/PaymentRails.ts"
import { again, commit, load } from "../../ports/records.ts"
import { freshId } from "../../ports/Secrets.ts"
import { inTurnOf } from "./AccountTurns.ts"
import { externalRef, internalRefs, requireInternal, requirePayable } from "./ends.ts"
import { paymentPlan } from "./paymentPlan.ts"

export interface TransferCommand {
  readonly internal: AccountId
  readonly external: ExternalAccountId
  /** In the smallest unit. */
  readonly amount: number
}

/** Pulls money from an external account into one of the service. */
export const transferIn = (command: TransferCommand) => transfer("INCOMING", command)

/** Pushes money from an account of the service to an external one, in the same currency. */
export const transferOut = (command: TransferCommand) => transfer("OUTGOING", command)

const transfer = (type: Transaction["type"], command: TransferCommand) =>
  inTurnOf([command.internal], again(transferred(type, command)))

const transferred = Effect.fnUntraced(function* (
  type: Transaction["type"],
  { amount, external, internal }: TransferCommand
) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const refs = { ...internalRefs(environment, internal), external: externalRef(environment, external) }
  const config = configOf(environment)
  const found = yield* load([refs.account, refs.customer, refs.external, config])
  const { account, customer } = yield* requireInternal(found, refs)
  const far = yield* requirePayable(found, refs.external, customer)
  const { currency, type: accountType } = account.value
  // A wallet moves only by the stamp of its owner, which a quote asks for; anybody may pay into it.
  if (type === "OUTGOING" && accountType === "EMBEDDED_WALLET") return yield* new AccountUnsuitable()
  if (far.account.currency !== currency.code) return yield* new CurrencyRefused()

  const at = yield* Clock.currentTimeMillis
  const inside: End = { type: "ACCOUNT", accountId: internal, currency: currency.code }
  const outside: End = { type: "ACCOUNT", accountId: external, currency: currency.code }
  const money = { amount, currency: currency.code }
  yield* Effect.fromResult(permitted(found.one(config)?.value, { type, money, counterparty: far.normal }))
  const transaction: Transaction = {
    transactionId: yield* freshId("Transaction"),
    type,
    status: "Pending",
    customerId: customer?.customerId ?? null,
    platformCustomerId: customer?.platformCustomerId ?? null,
    source: type === "INCOMING" ? outside : inside,
    destination: type === "INCOMING" ? inside : outside,
    externalAccountId: external,
    sent: money,
    received: money,
    fees: 0,
    money: "untouched",
    eventCount: 0,
    createdAt: at,
    updatedAt: at
  }
  const rails = yield* PaymentRails
  const steps = (yield* rails.route(yield* CurrentEnvironment, { by: "transfer", account: far.normal })) ?? []
  const paying = { transaction, stored: undefined, order: undefined, accounts: [account], external: far.record }
  const paid = yield* paymentPlan(paying, steps, at)
  // The plan guards the account outside: an edit or a removal that commits first makes this start over.
  yield* commit(paid.plan)
  return paid.transaction
})
