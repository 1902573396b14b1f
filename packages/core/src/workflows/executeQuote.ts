import { Clock, Effect } from "effect"
import { environmentKey } from "../model/Environment.ts"
import type { QuoteId } from "../model/ids.ts"
import type { Step } from "../model/Step.ts"
import { isOver, type Millis } from "../model/time.ts"
import { outcomeOrders } from "../payments/outcomeOrders.ts"
import { type Quote, quotes, transactionOf } from "../payments/Quote.ts"
import {
  QuoteAwaitsDeposit,
  QuoteEndsChanged,
  QuoteExecutionFailed,
  QuoteExpired,
  QuoteNotFound,
  QuoteSpent
} from "../payments/refusals.ts"
import { openedTerms, requireSameEnds, type SignedTerms, signedTerms } from "../payments/SignedTerms.ts"
import { isRefused, type Transaction, transactions } from "../payments/Transaction.ts"
import { CurrentEnvironment } from "../ports/CurrentEnvironment.ts"
import { again, before, byId, commit, load, type Plan } from "../ports/records.ts"
import type { Conflict } from "../ports/Store.ts"
import { inTurnOf } from "./AccountTurns.ts"
import type { QuoteView } from "./createQuote.ts"
import { paymentPlan } from "./paymentPlan.ts"
import { type ResolvedEnds, resolveEnds, signedEnds, stepsOf } from "./quoteEnds.ts"
import { withReceipt } from "./receiptPlan.ts"
import { walletSigners } from "./walletSigners.ts"

export const readQuote = Effect.fnUntraced(function* (quoteId: QuoteId) {
  const { quote, terms, transaction } = yield* loadQuote(quoteId)
  const at = yield* Clock.currentTimeMillis
  const isOpen = isUnpaid(transaction.value) && !isOver(quote.value.expiresAt, at)
  const signed = isOpen && terms !== undefined ? yield* openedTerms(terms.value) : undefined
  const view: QuoteView = {
    quote: quote.value,
    transaction: transaction.value,
    ...(signed === undefined ? {} : { payloadToSign: signed.payload })
  }
  return view
})

/**
 * Pays a quote from an account of the service. The owner of a wallet signs for it: both ends must still be what the signed
 * text names, else `QuoteEndsChanged`. The commit guards the records of both, so none changes in between (I17).
 */
export const executeQuote = Effect.fnUntraced(function* (quoteId: QuoteId, stamp: string | undefined) {
  const { quote } = yield* loadQuote(quoteId)
  const ends = [quote.value.source.accountId, quote.value.destination.accountId].filter((id) => id !== undefined)
  return yield* inTurnOf(ends, again(executed(quoteId, stamp)))
})

const executed = Effect.fnUntraced(function* (quoteId: QuoteId, stamp: string | undefined) {
  const { order, quote, terms, transaction } = yield* loadQuote(quoteId)
  const at = yield* Clock.currentTimeMillis
  if (quote.value.source.accountId === undefined) return yield* new QuoteAwaitsDeposit()
  yield* requireOpen(transaction.value, quote.value, at)
  const agreed = quote.value.wallet === undefined ? undefined : yield* termsOf(terms)
  const signed = agreed === undefined ? undefined : yield* walletSigners(quote.value, agreed, stamp, at)
  const { resolved } = yield* resolveEnds(quote.value)
  if (agreed !== undefined) yield* requireSigned(agreed, resolved)
  const steps = yield* stepsOf(resolved)
  const paid = yield* quotePlan({ order, transaction }, resolved, steps, at)
  const plan: Plan = {
    changes: paid.plan.changes,
    guards: [...paid.plan.guards, ...resolved.guards, ...(signed?.guards ?? []), before(quote.value.expiresAt)]
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

/** The terms that were signed. They are removed when the quote expires, by a clock that may be ahead of this node's. */
const termsOf = (terms: Terms) => (terms === undefined ? Effect.fail(new QuoteExpired()) : openedTerms(terms.value))

type Loaded = Effect.Success<ReturnType<typeof loadQuote>>
type Terms = Loaded["terms"]

const requireSigned = Effect.fnUntraced(function* ({ ends }: SignedTerms, resolved: ResolvedEnds) {
  const now = resolved.payer === undefined ? undefined : yield* signedEnds(resolved.payer, resolved)
  yield* now === undefined ? new QuoteEndsChanged() : Effect.fromResult(requireSameEnds(ends, now))
})

/** The commit of the next steps of the payment of a quote. */
export const quotePlan = (
  { order, transaction }: Pick<Loaded, "order" | "transaction">,
  { accounts, external }: ResolvedEnds,
  steps: ReadonlyArray<Step>,
  at: Millis
) => paymentPlan({ transaction: transaction.value, stored: transaction, order, accounts, external }, steps, at)

/** A quote is carried out once, while its time lasts. A payment that has begun may be pending still. */
export const requireOpen = Effect.fnUntraced(function* (transaction: Transaction, { expiresAt }: Quote, at: Millis) {
  const isWaiting = isUnpaid(transaction)
  if (transaction.status === "Expired" || (isWaiting && isOver(expiresAt, at))) return yield* new QuoteExpired()
  if (!isWaiting) return yield* new QuoteSpent()
})

const isUnpaid = ({ money, status }: Transaction): boolean => status === "Pending" && money === "untouched"

export const loadQuote = Effect.fnUntraced(function* (quoteId: QuoteId) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const refs = {
    quote: byId(quotes, environment, quoteId),
    transaction: byId(transactions, environment, transactionOf(quoteId)),
    order: byId(outcomeOrders, environment, transactionOf(quoteId)),
    terms: byId(signedTerms, environment, quoteId)
  }
  const found = yield* load([refs.quote, refs.transaction, refs.order, refs.terms])
  const quote = found.one(refs.quote)
  const transaction = found.one(refs.transaction)
  if (quote === undefined || transaction === undefined) return yield* new QuoteNotFound()
  return { quote, transaction, order: found.one(refs.order), terms: found.one(refs.terms) }
})
