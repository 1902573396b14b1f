import { Result } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import type { TransactionId } from "../../model/ids.ts"
import type { Step } from "../../model/Step.ts"
import type { Decision } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import { turnsOf } from "../../steps/turns.ts"
import { noChanges } from "../../store/plans.ts"
import { byId } from "../../store/records.ts"
import { deliveryOf } from "../due-work/deliverDue.ts"
import { paymentPlan, replied } from "./paymentPlan.ts"
import { TransactionNotFound, TransactionNotPending } from "./rules/Quote.ts"
import { type OutcomeOrder, outcomeOrders, transactions } from "./rules/Transaction.ts"
import { loadAccounts, payingOf } from "./send.ts"

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

interface Decided {
  readonly transactionId: TransactionId
  readonly verdict: Verdict
  /** Why the platform rejects the payment, in its own words. */
  readonly reason?: string | undefined
}

const reads = <C extends Pick<Decided, "transactionId">>({ transactionId }: C, environment: EnvironmentKey) => ({
  transaction: byId(transactions, environment, transactionId),
  order: byId(outcomeOrders, environment, transactionId)
})

/**
 * Applies a decision to an incoming payment that is waiting for one. Fails if the payment is not waiting, for example
 * after an earlier decision.
 */
export const approvePayment = operation(reads<Decided>)
  .inTurn(turnsOf)
  .more(function loadReceiver({ environment, found }) {
    return loadAccounts(found, environment)
  })
  .decide(function applyVerdict(leg) {
    return Result.gen(function* () {
      const { accounts, order, transaction: stored } = leg.found
      if (stored === undefined) return yield* Result.fail(new TransactionNotFound())
      if (accounts[0] === undefined || order?.value.steps[0]?.failureReason !== "PAYMENT_APPROVAL_TIMED_OUT") {
        return yield* Result.fail(new TransactionNotPending())
      }
      const { reason: rejectionReason, verdict } = leg.command
      const step = { ...OUTCOMES[verdict], ...(rejectionReason !== undefined && { rejectionReason }) }
      return replied(yield* paymentPlan({ ...payingOf(stored, accounts), order }, [step], leg))
    })
  })

/** The next step of a payment. If two nodes claim the same step, one commits; the other finds a later step, or none. */
export const settle = operation(reads<OutcomeOrder>)
  .inTurn(turnsOf)
  .more(function loadEnds({ environment, found }) {
    return loadAccounts(found, environment)
  })
  .decide(function applyStep(leg) {
    const { accounts, order, transaction: stored } = leg.found
    const { steps } = leg.command
    // Another worker has applied the step already.
    if (stored === undefined || order === undefined || order.value.steps.length !== steps.length) {
      return Result.succeed<Decision<void>>({ ...noChanges, reply: undefined })
    }
    const paid = paymentPlan({ ...payingOf(stored, accounts), order }, steps, leg)
    return Result.map(paid, ({ plan }) => ({ ...plan, reply: undefined }))
  })

/** Applies due steps of payments. */
export const outcomeDelivery = deliveryOf(outcomeOrders, settle)
