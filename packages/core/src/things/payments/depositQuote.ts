import { Effect, Result } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import type { QuoteId } from "../../model/ids.ts"
import type { Step } from "../../model/Step.ts"
import type { Decision } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import { type Booked, combined } from "../../store/plans.ts"
import { load } from "../../store/records.ts"
import { quoteOf, quoteReads, requireOpen } from "./executeQuote.ts"
import { paymentPlan } from "./paymentPlan.ts"
import { endsReads, foundEnds, inputsOf, payingOf, resolvedEnds, routed } from "./quoteEnds.ts"
import { CurrencyRefused, DepositLate, QuoteConsumed, QuoteNotFound } from "./rules/Quote.ts"
import type { Transaction } from "./rules/Transaction.ts"

export interface Deposit {
  readonly quoteId: QuoteId
  readonly currency: string
  /** The amount of the quote if absent. */
  readonly amount?: number | undefined
}

const reads = ({ quoteId }: Deposit, environment: EnvironmentKey) => quoteReads(quoteId, environment)

/** Records a deposit for a quote that waits for one. A deposit of another amount fails the quote. */
export const depositQuote = operation(reads)
  .more(function loadEnds({ environment, found: { quote } }) {
    return load({ ends: quote && endsReads(quote.value, environment) })
  })
  .check(function awaitsDeposit({ at, command: { currency }, found }) {
    return Result.gen(function* () {
      const { quote, transaction } = yield* quoteOf(found)
      // A quote that is paid from an account accepts no deposit.
      if (quote.value.source.accountId !== undefined) return yield* Result.fail(new QuoteConsumed())
      yield* Result.mapError(requireOpen(transaction.value, quote.value, at), (refusal) =>
        refusal._tag === "QuoteExpired" ? new DepositLate() : refusal
      )
      if (currency !== quote.value.sent.currency) return yield* Result.fail(new CurrencyRefused())
      if (found.ends === undefined) return yield* Result.fail(new QuoteNotFound())
      const ends = yield* foundEnds(quote.value, found.ends, at)
      return { inputs: { quote: quote.value, about: inputsOf(ends) }, quote, transaction, ends }
    })
  })
  .prepare(
    Effect.fnUntraced(function* route({ checked: { ends, quote }, here }) {
      return yield* routed(yield* resolvedEnds(quote.value, ends), here)
    })
  )
  .decide(function deposit(leg) {
    const { checked, command, found, prepared } = leg
    const { ends, quote, transaction } = checked
    const isFullAmount = (command.amount ?? quote.value.sent.amount) === quote.value.sent.amount
    const paying = payingOf(transaction, found.order, ends)
    return Result.map(
      paymentPlan(paying, isFullAmount ? prepared : MISMATCH, leg),
      (paid): Decision<Transaction> & Booked => ({
        ...combined(paid.plan, { changes: [], guards: ends.guards }),
        reply: paid.transaction
      })
    )
  })

const MISMATCH: ReadonlyArray<Step> = [{ after: 0, to: "FAILED", failureReason: "FUNDING_AMOUNT_MISMATCH" }]
