import { Result } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { turnsOf } from "../../steps/AccountTurns.ts"
import type { Decision } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import { type Booked, noChanges } from "../../store/plans.ts"
import { byId, load } from "../../store/records.ts"
import { internalAccounts } from "../accounts/rules/InternalAccount.ts"
import { deliveryOf } from "../due-work/deliverDue.ts"
import { paymentPlan } from "./paymentPlan.ts"
import { type OutcomeOrder, outcomeOrders, transactions } from "./rules/Transaction.ts"

const reads = ({ transactionId }: OutcomeOrder, environment: EnvironmentKey) => ({
  transaction: byId(transactions, environment, transactionId),
  order: byId(outcomeOrders, environment, transactionId)
})

/** The next step of a payment. If two nodes claim the same step, one commits; the other finds a later step, or none. */
export const settle = operation(reads)
  .inTurn(turnsOf)
  .more(function loadEnds({ environment, found }) {
    const inside = turnsOf(found).filter((id) => id.startsWith("InternalAccount:"))
    return load({ accounts: inside.map((id) => byId(internalAccounts, environment, id)) })
  })
  .decide(function applyStep(leg) {
    const { accounts, order, transaction: stored } = leg.found
    const { steps } = leg.command
    // Another worker has applied the step already.
    if (stored === undefined || order === undefined || order.value.steps.length !== steps.length) {
      return Result.succeed<Decision<void> & Booked>({ ...noChanges, bookings: [], reply: undefined })
    }
    const known = accounts.filter((account) => account !== undefined)
    const paying = { transaction: stored.value, stored, order, accounts: known }
    return Result.map(paymentPlan(paying, steps, leg), ({ plan }): Decision<void> & Booked => ({
      ...plan,
      reply: undefined
    }))
  })

/** Applies due steps of payments. */
export const outcomeDelivery = deliveryOf(outcomeOrders, settle)
