import { Clock, Effect } from "effect"
import { internalAccounts } from "../../internal-accounts/InternalAccount.ts"
import { environmentKey } from "../../model/Environment.ts"
import { type OutcomeOrder, outcomeOrders } from "../../payments/outcomeOrders.ts"
import { transactions } from "../../payments/Transaction.ts"
import { CurrentEnvironment } from "../../ports/CurrentEnvironment.ts"
import { again, byId, commit, load } from "../../ports/records.ts"
import { deliverDue } from "../deliverDue.ts"
import { inTurnOf } from "./AccountTurns.ts"
import { paymentPlan } from "./paymentPlan.ts"

/** Lets happen to payments what is due by now; answers how much it took on. */
export const settleOutcomes = () => deliverDue(outcomeOrders, settled)

/** The next step of a payment. Of two nodes that take it one commits; the other finds another step, or none. */
const settled = Effect.fnUntraced(function* ({ steps, transactionId }: OutcomeOrder) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const refs = {
    transaction: byId(transactions, environment, transactionId),
    order: byId(outcomeOrders, environment, transactionId)
  }
  const first = (yield* load([refs.transaction])).one(refs.transaction)
  if (first === undefined) return
  const ends = [first.value.source.accountId, first.value.destination.accountId].filter(isInternal)
  const accounts = ends.map((id) => byId(internalAccounts, environment, id))
  const round = Effect.gen(function* () {
    const found = yield* load([refs.transaction, refs.order, ...accounts])
    const stored = found.one(refs.transaction)
    const order = found.one(refs.order)
    // Somebody was here first, and what is due now is not what was.
    if (stored === undefined || order === undefined || order.value.steps.length !== steps.length) return
    const at = yield* Clock.currentTimeMillis
    const known = accounts.flatMap((ref) => found.one(ref) ?? [])
    const { plan } = yield* paymentPlan({ transaction: stored.value, stored, order, accounts: known }, steps, at)
    yield* commit(plan)
  })
  yield* inTurnOf(ends, again(round))
})

const isInternal = (id: string | undefined): id is string => id?.startsWith("InternalAccount:") === true
