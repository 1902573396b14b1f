import { Clock, Effect } from "effect"
import { environmentKey } from "../model/Environment.ts"
import type { QuoteId } from "../model/ids.ts"
import { isOver, type Millis } from "../model/time.ts"
import { outcomeOrders } from "../payments/outcomeOrders.ts"
import { type Quote, quotes, transactionOf } from "../payments/Quote.ts"
import {
  QuoteAwaitsDeposit,
  QuoteExecutionFailed,
  QuoteExpired,
  QuoteNotFound,
  QuoteSpent,
  UmaNotFound
} from "../payments/refusals.ts"
import { isRefused, type Transaction, transactions } from "../payments/Transaction.ts"
import { CurrentEnvironment } from "../ports/CurrentEnvironment.ts"
import { PaymentRails } from "../ports/PaymentRails.ts"
import { again, before, byId, commit, load, type Plan } from "../ports/records.ts"
import type { Conflict } from "../ports/Store.ts"
import { inTurnOf } from "./AccountTurns.ts"
import type { QuoteView } from "./createQuote.ts"
import { paymentPlan } from "./paymentPlan.ts"
import { resolveEnds } from "./quoteEnds.ts"
import { withReceipt } from "./receiptPlan.ts"
import { walletSigners } from "./walletSigners.ts"

export const readQuote = Effect.fnUntraced(function* (quoteId: QuoteId) {
  const { quote, transaction } = yield* loadQuote(quoteId)
  const view: QuoteView = { quote: quote.value, transaction: transaction.value }
  return view
})

/** Pays a quote from an account of the service. The owner of a wallet signs for it; its terms are what was signed. */
export const executeQuote = Effect.fnUntraced(function* (quoteId: QuoteId, stamp: string | undefined) {
  const { quote } = yield* loadQuote(quoteId)
  const ends = [quote.value.source.accountId, quote.value.destination.accountId].filter((id) => id !== undefined)
  return yield* inTurnOf(ends, again(executed(quoteId, stamp)))
})

const executed = Effect.fnUntraced(function* (quoteId: QuoteId, stamp: string | undefined) {
  const { order, quote, transaction } = yield* loadQuote(quoteId)
  const at = yield* Clock.currentTimeMillis
  if (quote.value.source.accountId === undefined) return yield* new QuoteAwaitsDeposit()
  yield* requireOpen(transaction.value, quote.value, at)
  const signed = quote.value.wallet === undefined ? undefined : yield* walletSigners(quote.value, stamp, at)
  const { resolved } = yield* resolveEnds(quote.value)
  const rails = yield* PaymentRails
  const steps = yield* rails.route(yield* CurrentEnvironment, resolved.route)
  if (steps === undefined) return yield* new UmaNotFound()
  const paying = {
    transaction: transaction.value,
    stored: transaction,
    order,
    accounts: resolved.accounts,
    external: resolved.external
  }
  const paid = yield* paymentPlan(paying, steps, at)
  const plan: Plan = {
    changes: paid.plan.changes,
    guards: [...paid.plan.guards, ...(signed?.guards ?? []), before(quote.value.expiresAt)]
  }
  yield* commit(signed === undefined ? plan : yield* withReceipt(plan, signed.authorised, signed.chain)).pipe(
    Effect.catchTag(
      "Conflict",
      (conflict): Effect.Effect<never, Conflict | QuoteExpired> =>
        Effect.fail(conflict.because === "late" ? new QuoteExpired() : conflict)
    )
  )
  // It is written down, and only then refused.
  if (isRefused(paid.transaction)) return yield* new QuoteExecutionFailed()
  const view: QuoteView = { quote: quote.value, transaction: paid.transaction }
  return view
})

/** A quote is carried out once, while its time lasts. */
export const requireOpen = Effect.fnUntraced(function* ({ status }: Transaction, { expiresAt }: Quote, at: Millis) {
  if (status === "Expired" || (status === "Pending" && isOver(expiresAt, at))) return yield* new QuoteExpired()
  if (status !== "Pending") return yield* new QuoteSpent()
})

export const loadQuote = Effect.fnUntraced(function* (quoteId: QuoteId) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const refs = {
    quote: byId(quotes, environment, quoteId),
    transaction: byId(transactions, environment, transactionOf(quoteId)),
    order: byId(outcomeOrders, environment, transactionOf(quoteId))
  }
  const found = yield* load([refs.quote, refs.transaction, refs.order])
  const quote = found.one(refs.quote)
  const transaction = found.one(refs.transaction)
  if (quote === undefined || transaction === undefined) return yield* new QuoteNotFound()
  return { quote, transaction, order: found.one(refs.order) }
})
