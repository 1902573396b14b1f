import { parseId } from "@countersign/wire"
import { Clock, Effect } from "effect"
import { permitted } from "../config/supported.ts"
import { configOf } from "../config/walletConfig.ts"
import type { InternalAccount } from "../internal-accounts/InternalAccount.ts"
import { currencyOf } from "../model/currencies.ts"
import { environmentKey } from "../model/Environment.ts"
import { Policy } from "../model/Policy.ts"
import type { Step } from "../model/Step.ts"
import { outcomeOrders } from "../payments/outcomeOrders.ts"
import { exchangeRate, priceOfReceiving, priceOfSending, type Terms } from "../payments/price.ts"
import { type Quote, quotes } from "../payments/Quote.ts"
import { referenceOf } from "../payments/reference.ts"
import { CurrencyRefused, QuoteAwaitsDeposit, QuoteExecutionFailed, SignatureNeeded } from "../payments/refusals.ts"
import { quoteDigest, type SignedTerms, signedTerms, storedTerms } from "../payments/SignedTerms.ts"
import { isRefused, type Transaction, transactions } from "../payments/Transaction.ts"
import { CurrentEnvironment } from "../ports/CurrentEnvironment.ts"
import { PaymentRails } from "../ports/PaymentRails.ts"
import { again, commit, insert, joined, type Plan, unchanged } from "../ports/records.ts"
import { freshId } from "../ports/Secrets.ts"
import { inTurnOf } from "./AccountTurns.ts"
import { paymentPlan } from "./paymentPlan.ts"
import { type AskedEnds, type ResolvedEnds, resolveEnds, signedEnds, stepsOf } from "./quoteEnds.ts"
import { quotePayload } from "./quotePayload.ts"

export interface QuoteCommand extends AskedEnds {
  readonly lockedCurrencySide: Quote["lockedSide"]
  readonly lockedCurrencyAmount: number
  readonly description?: string | undefined
  readonly immediatelyExecute?: boolean | undefined
  /** The network that a deposit of a coin comes by; instructions name every network when absent. */
  readonly cryptoNetwork?: string | undefined
}

/** A quote, and where its payment stands. */
export interface QuoteView {
  readonly quote: Quote
  readonly transaction: Transaction
  /** What the owner of the wallet signs, to the byte, while the quote of a wallet waits for it. */
  readonly payloadToSign?: string
}

/** Offers terms for a payment. They stand for a while, and then are over by themselves. */
export const createQuote = (command: QuoteCommand) =>
  inTurnOf(
    [command.source.accountId, command.destination.accountId].filter((id) => id !== undefined),
    again(created(command))
  )

const created = Effect.fnUntraced(function* (command: QuoteCommand) {
  const config = configOf(environmentKey(yield* CurrentEnvironment))
  const { found, resolved } = yield* resolveEnds(command, [config])
  const steps = yield* stepsOf(resolved)
  const isWallet = resolved.payer?.type === "EMBEDDED_WALLET"
  if (command.immediatelyExecute === true && isWallet) return yield* new SignatureNeeded()
  if (command.immediatelyExecute === true && resolved.payer === undefined) return yield* new QuoteAwaitsDeposit()
  const { quote, terms, transaction } = yield* offered(command, resolved)
  const { account, umaAddress } = resolved.route
  const counterparty = account ?? (umaAddress === undefined ? "internal" : "payment address")
  yield* Effect.fromResult(permitted(found.one(config)?.value, { type: "OUTGOING", money: quote.sent, counterparty }))
  const environment = environmentKey(yield* CurrentEnvironment)
  const offer: Plan = { changes: [insert(quotes, environment, quote, quote.createdAt)], guards: resolved.guards }

  if (command.immediatelyExecute === true) {
    const paying = {
      transaction,
      stored: undefined,
      order: undefined,
      accounts: resolved.accounts,
      external: resolved.external
    }
    const paid = yield* paymentPlan(paying, steps, quote.createdAt)
    yield* commit(joined(offer, paid.plan))
    if (isRefused(paid.transaction)) return yield* new QuoteExecutionFailed()
    const view: QuoteView = { quote, transaction: paid.transaction }
    return view
  }
  const end: Step = { after: quote.expiresAt - quote.createdAt, to: "EXPIRED", failureReason: "QUOTE_EXPIRED" }
  const order = {
    transactionId: transaction.transactionId,
    environment: yield* CurrentEnvironment,
    steps: [end],
    dueAt: quote.expiresAt,
    attempts: 0
  }
  yield* commit(
    joined(offer, {
      changes: [
        insert(transactions, environment, transaction, quote.createdAt),
        insert(outcomeOrders, environment, order, quote.createdAt),
        ...(terms === undefined
          ? []
          : [insert(signedTerms, environment, yield* storedTerms(quote, terms), quote.createdAt)])
      ],
      guards: [
        ...resolved.accounts.map(unchanged),
        ...(resolved.external === undefined ? [] : [unchanged(resolved.external)])
      ]
    })
  )
  const view: QuoteView = { quote, transaction, ...(terms === undefined ? {} : { payloadToSign: terms.payload }) }
  return view
})

/** The terms, and the payment that they are of: it has not begun. */
const offered = Effect.fnUntraced(function* (command: QuoteCommand, resolved: ResolvedEnds) {
  const { customer, destination, payer, source } = resolved
  const conversion = yield* termsOf(source.currency, destination.currency)
  const isSending = command.lockedCurrencySide === "SENDING"
  const price = yield* Effect.fromResult(
    (isSending ? priceOfSending : priceOfReceiving)(command.lockedCurrencyAmount, conversion)
  )
  const quoteId = yield* freshId("Quote")
  const instructions = payer === undefined ? yield* instructionsFor(source.currency, quoteId, command) : undefined
  const at = yield* Clock.currentTimeMillis
  const bare: Omit<Quote, "wallet"> = {
    quoteId,
    transactionId: parseId("Transaction", quoteId.replace("Quote:", "Transaction:")),
    customerId: customer?.customerId ?? null,
    source,
    destination,
    sent: { amount: price.totalSending, currency: source.currency },
    received: { amount: price.totalReceiving, currency: destination.currency },
    fees: price.fees,
    exchangeRate: exchangeRate(price, conversion),
    lockedSide: command.lockedCurrencySide,
    ...(instructions === undefined ? {} : { instructions }),
    ...(command.description === undefined ? {} : { description: command.description }),
    createdAt: at,
    expiresAt: at + (yield* Policy).quoteLifetime
  }
  const wallet = payer?.type === "EMBEDDED_WALLET" ? payer : undefined
  const quote: Quote = wallet === undefined ? bare : { ...bare, wallet: { accountId: wallet.accountId } }
  const terms = wallet === undefined ? undefined : yield* termsToSign(quote, wallet, resolved, conversion)
  const transaction: Transaction = {
    transactionId: quote.transactionId,
    type: "OUTGOING",
    status: "Pending",
    customerId: quote.customerId,
    platformCustomerId: customer?.platformCustomerId ?? null,
    source,
    destination,
    ...(resolved.external === undefined ? {} : { externalAccountId: resolved.external.value.externalAccountId }),
    sent: quote.sent,
    received: quote.received,
    fees: quote.fees,
    quoteId,
    ...(quote.description === undefined ? {} : { description: quote.description }),
    ...(instructions === undefined ? {} : { instructions }),
    money: "untouched",
    eventCount: 0,
    createdAt: at,
    updatedAt: at
  }
  return { quote, terms, transaction }
})

/** What the owner of a wallet signs to pay a quote. */
const termsToSign = Effect.fnUntraced(function* (
  quote: Quote,
  payer: InternalAccount,
  resolved: ResolvedEnds,
  decimals: Terms
) {
  const environment = yield* CurrentEnvironment
  const ends = yield* signedEnds(payer, resolved)
  const payload = quotePayload({ quote, accountId: payer.accountId, ends, decimals, environment })
  const terms: SignedTerms = { payload, ends, quoteDigest: quoteDigest(quote) }
  return terms
})

/** A quote that no money can come in for is refused. */
const instructionsFor = Effect.fnUntraced(function* (
  currency: string,
  quoteId: string,
  { cryptoNetwork }: Pick<QuoteCommand, "cryptoNetwork">
) {
  const rails = yield* PaymentRails
  const here = yield* CurrentEnvironment
  const instructions = yield* rails.instructions(here, currency, referenceOf(quoteId), cryptoNetwork)
  return instructions.length === 0 ? yield* new CurrencyRefused() : instructions
})

const termsOf = Effect.fnUntraced(function* (from: string, to: string) {
  const rails = yield* PaymentRails
  const offer = yield* rails.terms(yield* CurrentEnvironment, from, to)
  const known = yield* currencyOf
  const [sending, receiving] = [known(from), known(to)]
  if (offer === undefined || sending === undefined || receiving === undefined) return yield* new CurrencyRefused()
  const terms: Terms = { ...offer, sendingDecimals: sending.decimals, receivingDecimals: receiving.decimals }
  return terms
})
