import { parseId } from "@countersign/wire"
import { Effect, Result } from "effect"
import type { AccessPolicy } from "../../model/AccessPolicy.ts"
import { currencyOf } from "../../model/currencies.ts"
import type { Environment, EnvironmentKey } from "../../model/Environment.ts"
import type { Step } from "../../model/Step.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import { PaymentRails, RailsUnavailable } from "../../ports/PaymentRails.ts"
import { freshId } from "../../ports/Secrets.ts"
import type { Call, Decision } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import { inTurnOf } from "../../steps/turns.ts"
import { combined, insert, type Plan, Recorded, unchanged } from "../../store/plans.ts"
import { byId } from "../../store/records.ts"
import { requirePayment, stepUpFor } from "../access/rules/evaluate.ts"
import { paidDays } from "../access/rules/PaidDay.ts"
import type { StepUp } from "../access/rules/refusals.ts"
import type { InternalAccount } from "../accounts/rules/InternalAccount.ts"
import { configOf } from "../platforms/rules/PlatformConfig.ts"
import { permitted } from "../platforms/rules/supported.ts"
import { accessOf, settingsRef } from "../settings/rules/PlatformSettings.ts"
import { orderChanges, paymentPlan } from "./paymentPlan.ts"
import * as Ends from "./quoteEnds.ts"
import { quotePayload } from "./quotePayload.ts"
import * as Quote from "./rules/Quote.ts"
import { initial, isRefused, type Transaction, transactions } from "./rules/Transaction.ts"
import { quoteDigest, type SignedTerms, signedTerms, storedTerms } from "./SignedTerms.ts"
import { PAYMENT, paymentFacts } from "./walletSigners.ts"

export interface QuoteCommand extends Ends.RequestedEnds {
  readonly lockedCurrencySide: Quote.Quote["lockedSide"]
  readonly lockedCurrencyAmount: number
  readonly description?: string | undefined
  readonly immediatelyExecute?: boolean | undefined
  /** The network of a crypto deposit. If absent, the instructions list every network. */
  readonly cryptoNetwork?: string | undefined
}

/** A quote, and the state of its payment. */
export interface QuoteView {
  readonly quote: Quote.Quote
  readonly transaction: Transaction
  /** The exact text that the wallet's owner must sign, while the quote waits for the signature. */
  readonly payloadToSign?: string
  /** Describes what the session that signs must satisfy, if the platform's policy requires anything. */
  readonly stepUp?: StepUp
}

/** Creates a quote. Its terms expire automatically. */
export const createQuote = (command: QuoteCommand) =>
  inTurnOf(
    [command.source.accountId, command.destination.accountId].filter((id) => id !== undefined),
    offerQuote(command)
  )

const reads = (command: QuoteCommand, environment: EnvironmentKey) => ({
  ends: Ends.endsReads(command, environment),
  config: configOf(environment),
  settings: settingsRef(environment),
  paid: command.source.accountId === undefined ? undefined : byId(paidDays, environment, command.source.accountId)
})

export const offerQuote = operation(reads)
  .check(function quotable({ at, command, found }) {
    return Result.map(Ends.foundEnds(command, found.ends, at), (ends) => ({ inputs: Ends.inputsOf(ends), ends }))
  })
  .prepare(
    // The offer: the route and price from the rails, and the encrypted terms for the owner of a wallet to sign.
    Effect.fnUntraced(function* prepareOffer(leg) {
      const { checked, command, here } = leg
      const resolved = yield* Ends.resolvedEnds(command, checked.ends)
      const steps = yield* Ends.routed(resolved, here)
      const isWallet = resolved.payer?.type === "EMBEDDED_WALLET"
      if (command.immediatelyExecute === true && isWallet) return yield* new Quote.SignatureNeeded()
      if (command.immediatelyExecute === true && resolved.payer === undefined)
        return yield* new Quote.QuoteAwaitsDeposit()
      const { quote, terms, transaction } = yield* offered(leg, resolved)
      const stored = terms === undefined ? undefined : yield* storedTerms(quote, terms)
      const ordered = command.immediatelyExecute === true ? yield* Ends.orderedBy(quote, resolved, leg) : undefined
      return { steps, ordered, quote, terms, stored, transaction, route: resolved.route }
    })
  )
  .decide(function offer({ checked: { ends }, command, environment, found, here, policy, prepared }) {
    return Result.gen(function* () {
      const { ordered, quote, route, steps, stored, terms, transaction } = prepared
      const at = quote.createdAt
      const counterparty = route.account ?? (route.umaAddress === undefined ? "internal" : "payment address")
      yield* permitted(found.config?.value, { type: "OUTGOING", money: quote.sent, counterparty })
      const access = accessOf(found.settings)
      if (quote.wallet !== undefined) yield* requirePayment(access, paymentFacts(quote.sent, ends, found.paid, at), at)
      const quoted: Plan = { changes: [insert(Quote.quotes, environment, quote, at)], guards: ends.guards }
      const accounts = Ends.accountsOf(ends)
      const { external } = ends
      if (command.immediatelyExecute === true) {
        const paying = { transaction, accounts, external, ordered }
        const paid = yield* paymentPlan(paying, steps, { at, environment, here, policy })
        const plan = combined(quoted, paid.plan)
        if (isRefused(paid.transaction)) return yield* Result.fail(new Recorded(plan, new Quote.QuoteExecutionFailed()))
        const done: Decision<QuoteView> = { ...plan, reply: { quote, transaction: paid.transaction } }
        return done
      }
      const end: Step = { after: quote.expiresAt - at, to: "EXPIRED", failureReason: "QUOTE_EXPIRED" }
      const order = { transactionId: transaction.transactionId, environment: here, steps: [end] }
      const waiting: Decision<QuoteView> = {
        reply: { quote, transaction, ...(terms === undefined ? {} : toSign(quote, terms, access)) },
        ...combined(quoted, {
          changes: [
            insert(transactions, environment, transaction, at),
            ...orderChanges(undefined, order, at),
            ...(stored === undefined ? [] : [insert(signedTerms, environment, stored, at)])
          ],
          guards: [...accounts.map(unchanged), ...(external === undefined ? [] : [unchanged(external)])]
        })
      }
      return waiting
    })
  })

/** The text to sign, and what the session that signs it must satisfy. */
export const toSign = (
  { sent }: Quote.Quote,
  { payload }: Pick<SignedTerms, "payload">,
  access: AccessPolicy | undefined
): Pick<QuoteView, "payloadToSign" | "stepUp"> => {
  const stepUp = stepUpFor(access, { name: PAYMENT, sent })
  return { payloadToSign: payload, ...(stepUp === undefined ? {} : { stepUp }) }
}

/** The terms and their payment, which has not started. */
const offered = Effect.fnUntraced(function* (
  { at, command, here, policy }: Call<QuoteCommand>,
  resolved: Ends.ResolvedEnds
) {
  const { customer, destination, outside, payer, source } = resolved
  const { reference, until, ...conversion } = yield* offerFor(source.currency, destination.currency, command)
  const lifetime = at + policy.quoteLifetime
  const expiresAt = Math.min(lifetime, until ?? lifetime)
  // The offer ended on its way here.
  if (expiresAt <= at) return yield* new RailsUnavailable()
  const isSending = command.lockedCurrencySide === "SENDING"
  const price = yield* Effect.fromResult(
    (isSending ? Quote.priceOfSending : Quote.priceOfReceiving)(command.lockedCurrencyAmount, conversion)
  )
  const quoteId = yield* freshId("Quote")
  const instructions = payer === undefined ? yield* instructionsFor(source.currency, quoteId, command) : undefined
  const bare: Omit<Quote.Quote, "wallet"> = {
    quoteId,
    transactionId: parseId("Transaction", quoteId.replace("Quote:", "Transaction:")),
    customerId: customer?.customerId ?? null,
    source,
    destination,
    sent: { amount: price.totalSending, currency: source.currency },
    received: { amount: price.totalReceiving, currency: destination.currency },
    fees: price.fees,
    exchangeRate: Quote.exchangeRate(price, conversion),
    lockedSide: command.lockedCurrencySide,
    ...(reference === undefined ? {} : { offerReference: reference }),
    ...(instructions === undefined ? {} : { instructions }),
    ...(command.description === undefined ? {} : { description: command.description }),
    createdAt: at,
    expiresAt,
    removeAt: at + policy.receiptLifetime
  }
  const wallet = payer?.type === "EMBEDDED_WALLET" ? payer : undefined
  const quote: Quote.Quote = wallet === undefined ? bare : { ...bare, wallet: { accountId: wallet.accountId } }
  const terms = wallet === undefined ? undefined : yield* termsToSign(quote, wallet, resolved, conversion, here)
  const transaction = initial({
    transactionId: quote.transactionId,
    type: "OUTGOING",
    customerId: quote.customerId,
    platformCustomerId: customer?.platformCustomerId ?? null,
    source,
    destination,
    ...(outside === undefined ? {} : { externalAccountId: outside.account.externalAccountId }),
    sent: quote.sent,
    received: quote.received,
    fees: quote.fees,
    quoteId,
    ...(quote.description === undefined ? {} : { description: quote.description }),
    ...(instructions === undefined ? {} : { instructions }),
    createdAt: at,
    updatedAt: at
  })
  return { quote, terms, transaction }
})

/** The text that the owner of a wallet signs to pay a quote. */
const termsToSign = Effect.fnUntraced(function* (
  quote: Quote.Quote,
  payer: InternalAccount,
  resolved: Ends.ResolvedEnds,
  decimals: Quote.Terms,
  environment: Environment
) {
  const ends = yield* Ends.signedEnds(payer, resolved)
  const payload = quotePayload({ quote, accountId: payer.accountId, ends, decimals, environment })
  return { payload, ends, quoteDigest: quoteDigest(quote) }
})

/** Fails for a quote that no deposit can pay. */
const instructionsFor = Effect.fnUntraced(function* (
  currency: string,
  quoteId: string,
  { cryptoNetwork }: Pick<QuoteCommand, "cryptoNetwork">
) {
  const rails = yield* PaymentRails
  const here = yield* CurrentEnvironment
  const instructions = yield* rails.instructions(here, currency, Quote.referenceOf(quoteId), cryptoNetwork)
  return instructions.length === 0 ? yield* new Quote.CurrencyRefused() : instructions
})

const offerFor = Effect.fnUntraced(function* (
  from: string,
  to: string,
  { lockedCurrencyAmount: amount, lockedCurrencySide: side }: QuoteCommand
) {
  const rails = yield* PaymentRails
  const offer = yield* rails.price({ environment: yield* CurrentEnvironment, from, to, locked: { side, amount } })
  const known = yield* currencyOf
  const [sending, receiving] = [known(from), known(to)]
  if (offer === undefined || sending === undefined || receiving === undefined) return yield* new Quote.CurrencyRefused()
  return { ...offer, sendingDecimals: sending.decimals, receivingDecimals: receiving.decimals }
})
