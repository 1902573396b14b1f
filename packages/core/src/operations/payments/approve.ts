import { Clock, Effect } from "effect"
import { internalAccounts } from "../../internal-accounts/InternalAccount.ts"
import { environmentKey } from "../../model/Environment.ts"
import type { TransactionId } from "../../model/ids.ts"
import type { Step } from "../../model/Step.ts"
import { outcomeOrders } from "../../payments/outcomeOrders.ts"
import { TransactionNotFound, TransactionNotPending } from "../../payments/refusals.ts"
import { type Transaction, transactions } from "../../payments/Transaction.ts"
import { CurrentEnvironment } from "../../ports/CurrentEnvironment.ts"
import { again, byId, commit, load } from "../../ports/records.ts"
import { inTurnOf } from "./AccountTurns.ts"
import { paymentPlan } from "./paymentPlan.ts"

/** What a platform decides about an incoming payment, and what comes of a call that brings no decision. */
export type Decision = "approved" | "rejected" | "incomplete" | "unanswered" | "timedOut"

/** How long a payment waits for a decision after its approval call was answered with 202. */
const APPROVAL_LIFETIME = 86_400_000

const failed = (failureReason: NonNullable<Step["failureReason"]>): Step => ({ after: 0, to: "FAILED", failureReason })

const OUTCOMES: { readonly [D in Decision]: Step } = {
  approved: { after: 0, to: "COMPLETED" },
  rejected: failed("COMPLIANCE_REJECTED"),
  incomplete: failed("MISSING_MANDATORY_PAYEE_DATA"),
  unanswered: failed("PAYMENT_APPROVAL_WEBHOOK_ERROR"),
  timedOut: failed("PAYMENT_APPROVAL_TIMED_OUT")
}

/** The steps of a payment that a platform is to approve: it waits, and fails where no decision comes. */
export const AWAITS_APPROVAL: ReadonlyArray<Step> = [
  { after: 0, to: "PENDING" },
  { ...OUTCOMES.timedOut, after: APPROVAL_LIFETIME }
]

/** Applies a decision to an incoming payment that awaits one. A second decision finds none that does. */
export const approvePayment = Effect.fnUntraced(function* (transactionId: TransactionId, decision: Decision) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const ref = byId(transactions, environment, transactionId)
  const first = (yield* load([ref])).one(ref)
  if (first === undefined) return yield* new TransactionNotFound()
  const accountId = first.value.destination.accountId ?? ""
  const refs = {
    transaction: ref,
    order: byId(outcomeOrders, environment, transactionId),
    account: byId(internalAccounts, environment, accountId)
  }
  const round = Effect.gen(function* () {
    const found = yield* load([refs.transaction, refs.order, refs.account])
    const [stored, order, account] = [found.one(refs.transaction), found.one(refs.order), found.one(refs.account)]
    const [next] = order?.value.steps ?? []
    if (stored === undefined || account === undefined || next?.failureReason !== "PAYMENT_APPROVAL_TIMED_OUT") {
      return yield* new TransactionNotPending()
    }
    const at = yield* Clock.currentTimeMillis
    const paying = { transaction: stored.value, stored, order, accounts: [account] }
    const paid = yield* paymentPlan(paying, [OUTCOMES[decision]], at)
    yield* commit(paid.plan)
    const transaction: Transaction = paid.transaction
    return transaction
  })
  return yield* inTurnOf([accountId], again(round))
})
