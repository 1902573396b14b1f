import { Clock, Effect, Result } from "effect"
import { type EnvironmentKey, hasExpired, type Millis } from "../../model/Environment.ts"
import type { QuoteId } from "../../model/ids.ts"
import type { Step } from "../../model/Step.ts"
import { currentKey } from "../../ports/EnvironmentRunner.ts"
import type { Receipted } from "../../steps/carryOut.ts"
import { isLate } from "../../steps/isTaken.ts"
import type { Decision } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import { turnsOf } from "../../steps/turns.ts"
import { before, combined, Recorded, unchanged } from "../../store/plans.ts"
import { byId, load, type Stored } from "../../store/records.ts"
import { paidDays } from "../access/rules/PaidDay.ts"
import type { Session } from "../sessions/rules/Session.ts"
import { accessOf, settingsRef } from "../settings/rules/PlatformSettings.ts"
import { StampMissing } from "../signed-requests/rules/refusals.ts"
import { type QuoteView, toSign } from "./createQuote.ts"
import { paymentPlan } from "./paymentPlan.ts"
import * as Ends from "./quoteEnds.ts"
import { payeeDetails } from "./quotePayload.ts"
import { asItIs, reported } from "./report.ts"
import * as Quote from "./rules/Quote.ts"
import { reportDigest, reports, requireNew } from "./rules/Report.ts"
import { isRefused, outcomeOrders, type Transaction, transactions } from "./rules/Transaction.ts"
import { openedTerms, requireSameEnds, signedTerms } from "./SignedTerms.ts"
import { allowedKey, paymentAuthorised, requireAccess, sessionOf, signerReads, walletStamp } from "./walletSigners.ts"

export const readQuote = Effect.fnUntraced(function* (quoteId: QuoteId) {
  const environment = yield* currentKey
  const { settings, terms, ...found } = yield* load(reads({ quoteId, stamp: undefined }, environment))
  const { quote, transaction } = yield* Effect.fromResult(quoteOf(found))
  const at = yield* Clock.currentTimeMillis
  const isOpen = isUnpaid(transaction.value) && !hasExpired(quote.value.expiresAt, at)
  const signed = isOpen && terms !== undefined ? yield* openedTerms(terms.value) : undefined
  const view: QuoteView = {
    quote: quote.value,
    transaction: transaction.value,
    ...(signed === undefined ? {} : toSign(quote.value, signed, accessOf(settings)))
  }
  return view
})

/**
 * Pays a quote from an internal account. If that is a wallet, its owner must sign: both ends must still match the
 * signed text, otherwise the call fails with `QuoteEndsChanged`. The commit guards the records of both ends, so neither
 * can change in between (I17).
 */
export const executeQuote = (quoteId: QuoteId, stamp: string | undefined) => execute({ quoteId, stamp })

interface ExecuteCommand {
  readonly quoteId: QuoteId
  readonly stamp: string | undefined
}

const reads = (command: ExecuteCommand, environment: EnvironmentKey) => ({
  ...quoteReads(command, environment),
  settings: settingsRef(environment)
})

export const execute = operation(reads)
  .inTurn(turnsOf)
  .more(function loadEnds({ command, environment, found }) {
    const quote = found.quote?.value
    const reads = {
      ends: quote && Ends.endsReads(quote, environment),
      signer: quote && signerReads(quote, command.stamp, environment),
      paid: quote?.wallet && byId(paidDays, environment, quote.wallet.accountId)
    }
    return Effect.map(load(reads), (loaded) => ({
      ...loaded,
      session: sessionOf(loaded.signer?.sessions, command.stamp)
    }))
  })
  .check(function executable({ at, command, found }) {
    return Result.gen(function* () {
      const { quote, transaction } = yield* quoteOf(found)
      if (quote.value.source.accountId === undefined) return yield* Result.fail(new Quote.QuoteAwaitsDeposit())
      yield* requireOpen(transaction.value, quote.value, at)
      const isWallet = quote.value.wallet !== undefined
      // The store removes the terms when the quote expires, by a clock that may be ahead of this node's.
      if (isWallet && found.terms === undefined) return yield* Result.fail(new Quote.QuoteExpired())
      if (isWallet && command.stamp === undefined) return yield* Result.fail(new StampMissing())
      const terms = isWallet ? found.terms?.value : undefined
      const allowed = allowedKey(found.session, at)
      // The stamp is verified before a refusal of the ends is returned.
      const ends = endsOf(quote.value, found.ends, at)
      const about = Result.isSuccess(ends) ? Ends.inputsOf(ends.success) : undefined
      return { inputs: { quote: quote.value, terms, allowed, about }, quote, transaction, ends }
    })
  })
  .prepare(
    // Verifies the stamp and that both ends still match the signed text, then gets the route from the rails.
    Effect.fnUntraced(function* verifyAndRoute({ at, checked, command: { stamp }, here }) {
      const { inputs, quote } = checked
      const agreed = inputs.terms === undefined ? undefined : yield* openedTerms(inputs.terms)
      const signed =
        agreed === undefined || stamp === undefined
          ? undefined
          : yield* walletStamp(quote.value, agreed, stamp, inputs.allowed)
      const resolved = yield* Ends.resolvedEnds(quote.value, yield* Effect.fromResult(checked.ends))
      if (agreed !== undefined) {
        const now = resolved.payer === undefined ? undefined : yield* Ends.signedEnds(resolved.payer, resolved)
        yield* now === undefined ? new Quote.QuoteEndsChanged() : Effect.fromResult(requireSameEnds(agreed.ends, now))
      }
      return {
        signed,
        payee: agreed && payeeDetails(agreed.ends.destination),
        steps: yield* Ends.routed(resolved, here),
        ordered: yield* Ends.orderedBy(quote.value, resolved, { at, here })
      }
    })
  )
  .lost((conflict) => (isLate(conflict) ? new Quote.QuoteExpired() : undefined))
  .decide(function pay(leg) {
    return Result.gen(function* () {
      const { at, checked, found, prepared } = leg
      const { quote, transaction } = checked
      const ends = yield* checked.ends
      const paymentOf = { quote: quote.value, ends, signer: found.session, paid: found.paid }
      const counted = yield* requireAccess(accessOf(found.settings), paymentOf, leg)
      const paying = { ...Ends.payingOf(transaction, found.order, ends), ordered: prepared.ordered }
      const paid = yield* paymentPlan(paying, prepared.steps, leg)
      const guards = [...ends.guards, ...sessionGuards(found.session), before(quote.value.expiresAt)]
      const { quoteId, received, sent, wallet } = quote.value
      const { payee, signed } = prepared
      const receipts =
        signed === undefined || wallet === undefined
          ? []
          : [
              {
                authorised: paymentAuthorised(quoteId, signed, found.session),
                chain: { accountId: wallet.accountId, head: found.signer?.head, at },
                details: { ...payee, sent, received }
              }
            ]
      const plan = { ...combined(paid.plan, { changes: [], guards }), receipts }
      if (isRefused(paid.transaction)) return yield* Result.fail(new Recorded(plan, new Quote.QuoteExecutionFailed()))
      const paidFor: Decision<QuoteView> & Receipted = {
        ...plan,
        ...combined(plan, counted),
        reply: { quote: quote.value, transaction: paid.transaction }
      }
      return paidFor
    })
  })

const endsOf = (quote: Quote.Quote, ends: Ends.LoadedEnds | undefined, at: Millis) =>
  Result.gen(function* () {
    return ends === undefined ? yield* Result.fail(new Quote.QuoteNotFound()) : yield* Ends.foundEnds(quote, ends, at)
  })

/** The session that signed must still be active at the commit. */
const sessionGuards = (session: Stored<Session> | undefined) =>
  session === undefined ? [] : [unchanged(session), before(session.value.expiresAt)]

/** Fails if the quote has expired, or has been executed or ended. A payment that has started may still be pending. */
const requireOpen = (transaction: Transaction, { expiresAt }: Quote.Quote, at: Millis) =>
  Result.gen(function* () {
    const isWaiting = isUnpaid(transaction)
    const isExpired = transaction.status === "Expired" || (isWaiting && hasExpired(expiresAt, at))
    if (isExpired) return yield* Result.fail(new Quote.QuoteExpired())
    if (!isWaiting) return yield* Result.fail(new Quote.QuoteConsumed())
  })

const isUnpaid = ({ money, status }: Transaction): boolean => status === "Pending" && money === "untouched"

const quoteReads = <Command extends Pick<Quote.Quote, "quoteId">>(
  { quoteId }: Command,
  environment: EnvironmentKey
) => ({
  quote: byId(Quote.quotes, environment, quoteId),
  transaction: byId(transactions, environment, Quote.transactionOf(quoteId)),
  order: byId(outcomeOrders, environment, Quote.transactionOf(quoteId)),
  terms: byId(signedTerms, environment, quoteId)
})

interface Found {
  readonly quote: Stored<Quote.Quote> | undefined
  readonly transaction: Stored<Transaction> | undefined
}

const quoteOf = ({ quote, transaction }: Found) =>
  Result.gen(function* () {
    if (quote === undefined || transaction === undefined) return yield* Result.fail(new Quote.QuoteNotFound())
    return { quote, transaction }
  })

export interface Deposit {
  readonly quoteId: QuoteId
  readonly currency: string
  /** The amount of the quote if absent. */
  readonly amount?: number | undefined
  /** The bank's own id of the report. A second report with it changes nothing. Absent in a simulation. */
  readonly event?: string | undefined
}

/** Records a deposit for a quote that waits for one. A deposit of another amount fails the quote. */
export const depositQuote = (deposit: Deposit) =>
  Effect.catchTag(recordQuoteDeposit(deposit), "AlreadyReported", asItIs)

const depositReads = (command: Deposit, environment: EnvironmentKey) => ({
  ...quoteReads(command, environment),
  report: command.event === undefined ? undefined : byId(reports, environment, command.event)
})

export const recordQuoteDeposit = operation(depositReads)
  .more(function loadEnds({ environment, found: { quote } }) {
    return load({ ends: quote && Ends.endsReads(quote.value, environment) })
  })
  .check(function awaitsDeposit({ at, command, found }) {
    return Result.gen(function* () {
      const { currency } = command
      yield* requireNew(found.report, digestOf(command))
      const { quote, transaction } = yield* quoteOf(found)
      // A quote that is paid from an account accepts no deposit.
      if (quote.value.source.accountId !== undefined) return yield* Result.fail(new Quote.QuoteConsumed())
      yield* Result.mapError(requireOpen(transaction.value, quote.value, at), (refusal) =>
        refusal._tag === "QuoteExpired" ? new Quote.DepositLate() : refusal
      )
      if (currency !== quote.value.sent.currency) return yield* Result.fail(new Quote.CurrencyRefused())
      const ends = yield* endsOf(quote.value, found.ends, at)
      return { inputs: { quote: quote.value, about: Ends.inputsOf(ends) }, quote, transaction, ends }
    })
  })
  .prepare(
    Effect.fnUntraced(function* route({ at, checked: { ends, quote }, here }) {
      const resolved = yield* Ends.resolvedEnds(quote.value, ends)
      const ordered = yield* Ends.orderedBy(quote.value, resolved, { at, here })
      return { steps: yield* Ends.routed(resolved, here), ordered }
    })
  )
  .decide(function deposit(leg) {
    const { checked, command, found, prepared } = leg
    const { ends, quote, transaction } = checked
    const isFullAmount = (command.amount ?? quote.value.sent.amount) === quote.value.sent.amount
    const { ordered, steps } = isFullAmount ? prepared : MISMATCH
    const paying = { ...Ends.payingOf(transaction, found.order, ends), ordered }
    const { event } = command
    const { transactionId } = transaction.value
    const digest = digestOf(command)
    const changes = event === undefined ? [] : [reported({ event, transactionId, digest }, leg)]
    return Result.map(paymentPlan(paying, steps, leg), ({ plan, transaction }) => ({
      ...combined(plan, { changes, guards: ends.guards }),
      reply: transaction
    }))
  })

const digestOf = ({ amount, currency, quoteId }: Deposit) => reportDigest({ quoteId, currency, amount: amount ?? null })

const FAILS: ReadonlyArray<Step> = [{ after: 0, to: "FAILED", failureReason: "FUNDING_AMOUNT_MISMATCH" }]
const MISMATCH = { steps: FAILS, ordered: undefined }
