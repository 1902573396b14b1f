import { Clock, Effect } from "effect"
import type { QuoteId } from "../model/ids.ts"
import type { Step } from "../model/Step.ts"
import { CurrencyRefused, DepositLate, QuoteSpent } from "../payments/refusals.ts"
import { again, commit } from "../ports/records.ts"
import { loadQuote, quotePlan, requireOpen } from "./executeQuote.ts"
import { resolveEnds, stepsOf } from "./quoteEnds.ts"

export interface Deposit {
  readonly quoteId: QuoteId
  readonly currency: string
  /** As much as the quote asks for, where it is left out. */
  readonly amount?: number | undefined
}

/** Money from outside arrives for a quote that waits for it. Another sum than was asked for ends it. */
export const depositQuote = (deposit: Deposit) => again(deposited(deposit))

const deposited = Effect.fnUntraced(function* ({ amount, currency, quoteId }: Deposit) {
  const { order, quote, transaction } = yield* loadQuote(quoteId)
  const at = yield* Clock.currentTimeMillis
  // A quote that is paid from an account waits for no deposit.
  if (quote.value.source.accountId !== undefined) return yield* new QuoteSpent()
  yield* Effect.catchTag(requireOpen(transaction.value, quote.value, at), "QuoteExpired", () =>
    Effect.fail(new DepositLate())
  )
  if (currency !== quote.value.sent.currency) return yield* new CurrencyRefused()
  const { resolved } = yield* resolveEnds(quote.value)
  const steps = yield* stepsOf(resolved)
  const isWhole = (amount ?? quote.value.sent.amount) === quote.value.sent.amount
  const paid = yield* quotePlan({ order, transaction }, resolved, isWhole ? steps : MISMATCH, at)
  yield* commit({ ...paid.plan, guards: [...paid.plan.guards, ...resolved.guards] })
  return paid.transaction
})

const MISMATCH: ReadonlyArray<Step> = [{ after: 0, to: "FAILED", failureReason: "FUNDING_AMOUNT_MISMATCH" }]
