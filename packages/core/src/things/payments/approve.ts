import { Result } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import type { TransactionId } from "../../model/ids.ts"
import type { Step } from "../../model/Step.ts"
import type { Decision } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import { turnsOf } from "../../steps/turns.ts"
import { noChanges } from "../../store/plans.ts"
import { byId, load } from "../../store/records.ts"
import { internalAccounts } from "../accounts/rules/InternalAccount.ts"
import { deliveryOf } from "../due-work/deliverDue.ts"
import { paymentPlan, replied } from "./paymentPlan.ts"
import { TransactionNotFound, TransactionNotPending } from "./rules/Quote.ts"
import { type OutcomeOrder, outcomeOrders, transactions } from "./rules/Transaction.ts"

/** The platform's decision on an incoming payment, or the outcome of an approval call without a decision. */
export type Verdict = "approved" | "rejected" | "incomplete" | "unanswered" | "timedOut"

/** How long a payment waits for a decision after its approval call was answered with 202. */
const APPROVAL_LIFETIME = 86_400_000

const failed = (failureReason: NonNullable<Step["failureReason"]>): Step => ({ after: 0, to: "FAILED", failureReason })

const OUTCOMES: { readonly [V in Verdict]: Step } = {
  approved: { after: 0, to: "COMPLETED" },
  rejected: failed("COMPLIANCE_REJECTED"),
  incomplete: failed("MISSING_MANDATORY_PAYEE_DATA"),
  unanswered: failed("PAYMENT_APPROVAL_WEBHOOK_ERROR"),
  timedOut: failed("PAYMENT_APPROVAL_TIMED_OUT")
}

/** The steps of a payment that needs the platform's approval: it waits, and fails if no decision arrives in time. */
export const AWAITS_APPROVAL: ReadonlyArray<Step> = [
  { after: 0, to: "PENDING" },
  { ...OUTCOMES.timedOut, after: APPROVAL_LIFETIME }
]

/**
 * Applies a decision to an incoming payment that is waiting for one. Fails if the payment is not waiting, for example
 * after an earlier decision.
 */
export const approvePayment = (transactionId: TransactionId, verdict: Verdict) => approve({ transactionId, verdict })

interface Paid {
  readonly transactionId: TransactionId
}

const reads = <Command extends Paid>({ transactionId }: Command, environment: EnvironmentKey) => ({
  transaction: byId(transactions, environment, transactionId),
  order: byId(outcomeOrders, environment, transactionId)
})

export const approve = operation(reads<Paid & { readonly verdict: Verdict }>)
  .inTurn(turnsOf)
  .more(function loadReceiver({ environment, found }) {
    const id = found.transaction?.value.destination.accountId
    return load({ account: id === undefined ? undefined : byId(internalAccounts, environment, id) })
  })
  .decide(function applyVerdict(leg) {
    return Result.gen(function* () {
      const { account, order, transaction: stored } = leg.found
      if (stored === undefined) return yield* Result.fail(new TransactionNotFound())
      const [next] = order?.value.steps ?? []
      if (account === undefined || next?.failureReason !== "PAYMENT_APPROVAL_TIMED_OUT") {
        return yield* Result.fail(new TransactionNotPending())
      }
      const paying = { transaction: stored.value, stored, order, accounts: [account] }
      return replied(yield* paymentPlan(paying, [OUTCOMES[leg.command.verdict]], leg))
    })
  })

/** The next step of a payment. If two nodes claim the same step, one commits; the other finds a later step, or none. */
export const settle = operation(reads<OutcomeOrder>)
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
      return Result.succeed<Decision<void>>({ ...noChanges, reply: undefined })
    }
    const known = accounts.filter((account) => account !== undefined)
    const paying = { transaction: stored.value, stored, order, accounts: known }
    return Result.map(paymentPlan(paying, steps, leg), ({ plan }) => ({ ...plan, reply: undefined }))
  })

/** Applies due steps of payments. */
export const outcomeDelivery = deliveryOf(outcomeOrders, settle)
