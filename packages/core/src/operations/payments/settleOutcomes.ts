import { Effect, Result } from "effect"
import { internalAccounts } from "../../internal-accounts/InternalAccount.ts"
import { type EnvironmentKey, environmentKey } from "../../model/Environment.ts"
import { type OutcomeOrder, outcomeOrders } from "../../payments/outcomeOrders.ts"
import type { InsufficientBalance } from "../../payments/refusals.ts"
import { transactions } from "../../payments/Transaction.ts"
import { CurrentEnvironment } from "../../ports/CurrentEnvironment.ts"
import { type Booked, byId, type FoundOf, loadOne, nothing } from "../../ports/records.ts"
import { deliverDue } from "../deliverDue.ts"
import { type Decision, type Leg, operation } from "../operation.ts"
import { inTurnOf } from "./AccountTurns.ts"
import { paymentPlan } from "./paymentPlan.ts"

interface SettleCommand {
  readonly order: OutcomeOrder
  readonly ends: ReadonlyArray<string>
}

const reads = ({ ends, order: { transactionId } }: SettleCommand, environment: EnvironmentKey) => ({
  transaction: byId(transactions, environment, transactionId),
  order: byId(outcomeOrders, environment, transactionId),
  accounts: ends.map((id) => byId(internalAccounts, environment, id))
})

/** The next step of a payment. Of two nodes that take it one commits; the other finds another step, or none. */
export const decide = (
  leg: Leg<SettleCommand, FoundOf<ReturnType<typeof reads>>>
): Result.Result<Decision<void> & Booked, InsufficientBalance> => {
  const { accounts, order, transaction: stored } = leg.found
  const { steps } = leg.command.order
  // Another worker was here first, and what is due now is not what was.
  if (stored === undefined || order === undefined || order.value.steps.length !== steps.length) {
    return Result.succeed({ ...nothing, bookings: [], reply: undefined })
  }
  const known = accounts.filter((account) => account !== undefined)
  const paying = { transaction: stored.value, stored, order, accounts: known }
  return Result.map(paymentPlan(paying, steps, leg), ({ plan }) => ({ ...plan, reply: undefined }))
}

const settle = operation({ reads, decide })

const settled = Effect.fnUntraced(function* (order: OutcomeOrder) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const first = yield* loadOne(byId(transactions, environment, order.transactionId))
  if (first === undefined) return
  const ends = [first.value.source.accountId, first.value.destination.accountId].filter(isInternal)
  yield* inTurnOf(ends, settle({ order, ends }))
})

const isInternal = (id: string | undefined): id is string => id?.startsWith("InternalAccount:") === true

/** Lets happen to payments what is due by now; answers how much it took on. */
export const settleOutcomes = () => deliverDue(outcomeOrders, settled)
