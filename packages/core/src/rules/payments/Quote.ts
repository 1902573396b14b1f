import { Result, Schema } from "effect"
import { type Fee, Money, type Rate } from "../../model/currencies.ts"
import { Millis } from "../../model/Environment.ts"
import { FieldError } from "../../model/expected.ts"
import { conflict, entry, invalid } from "../../model/faults.ts"
import { AccountId, CustomerId, QuoteId, TransactionId } from "../../model/ids.ts"
import * as Collection from "../../store/Collection.ts"
import { End } from "./Transaction.ts"

// biome-ignore-all format: a table, one refusal a line

/** The account has less than what should leave it. */
export class InsufficientBalance extends Schema.TaggedError<InsufficientBalance>()("InsufficientBalance", {}) {
  static readonly entry = entry(
    "invalid",
    "INSUFFICIENT_BALANCE",
    "",
    "The account has less than that. Read its balance, fund it, or send less."
  )
}

/** The two ends are in currencies that this call does not bring together, or that no rail here knows. */
export class CurrencyRefused extends Schema.TaggedError<CurrencyRefused>()("CurrencyRefused", {}) {
  static readonly entry = entry(
    "invalid",
    "INVALID_CURRENCY",
    "Currencies do not fit",
    "The ends are in currencies that this call does not bring together. Name those of the accounts, or use a quote."
  )
}

/** What is left of the amount after fees and rounding is nothing, or more than can be counted. */
export class AmountOutOfRange extends Schema.TaggedError<AmountOutOfRange>()("AmountOutOfRange", {}) {
  static readonly entry = entry(
    "invalid",
    "AMOUNT_OUT_OF_RANGE",
    "",
    "After fees and rounding nothing would arrive, or more than can be counted. Choose another amount."
  )
}

/** The amount is zero or negative. */
export class AmountInvalid extends Schema.TaggedError<AmountInvalid>()("AmountInvalid", {
  errors: Schema.Array(FieldError)
}) {
  static readonly entry = entry(
    "invalid",
    "INVALID_AMOUNT",
    "",
    "The amount is zero or negative. Send a whole number of the smallest unit, 1 or more."
  )
}

/** The account is not one that money can leave or enter that way. */
export class AccountUnsuitable extends Schema.TaggedError<AccountUnsuitable>()("AccountUnsuitable", {}) {
  static readonly entry = invalid(
    "Account does not pay that way",
    "An embedded wallet pays by its owner's stamp. Make a quote from it, and execute that with the stamp."
  )
}

export class QuoteNotFound extends Schema.TaggedError<QuoteNotFound>()("QuoteNotFound", {}) {
  static readonly entry = entry(
    "missing",
    "QUOTE_NOT_FOUND",
    "",
    "No quote has this id here. Make a new one, or send the id as it was answered."
  )
}

/** The quote's time is over. */
export class QuoteExpired extends Schema.TaggedError<QuoteExpired>()("QuoteExpired", {}) {
  static readonly entry = entry(
    "conflict",
    "QUOTE_EXPIRED",
    "Quote expired",
    "The terms stood until expiresAt. Make a new quote."
  )
}

/** An end of the quote is another one than the owner of the wallet signed for. */
export class QuoteEndsChanged extends Schema.TaggedError<QuoteEndsChanged>()("QuoteEndsChanged", {}) {
  static readonly entry = conflict(
    "Quote names other ends",
    "The source or the destination changed after the quote was made, so its signature names another one. Make a new quote, and sign that."
  )
}

/** The deposit came after the quote had expired. */
export class DepositLate extends Schema.TaggedError<DepositLate>()("DepositLate", {}) {
  static readonly entry = entry(
    "invalid",
    "QUOTE_EXPIRED",
    "Quote expired",
    "The quote expired before the deposit came. Make a new quote."
  )
}

/** The quote was executed, or cannot be any more. */
export class QuoteSpent extends Schema.TaggedError<QuoteSpent>()("QuoteSpent", {}) {
  static readonly entry = conflict(
    "Quote was executed",
    "A quote is carried out once, and this one was, or waits for nothing. Read it for where it stands."
  )
}

/** A quote that is paid from outside is executed by its deposit, not by a call. */
export class QuoteAwaitsDeposit extends Schema.TaggedError<QuoteAwaitsDeposit>()("QuoteAwaitsDeposit", {}) {
  static readonly entry = invalid(
    "Quote waits for its deposit",
    "A quote of REALTIME_FUNDING is carried out when its money arrives. Send that as paymentInstructions says."
  )
}

/** An embedded wallet pays by its owner's stamp, so not at once. */
export class SignatureNeeded extends Schema.TaggedError<SignatureNeeded>()("SignatureNeeded", {}) {
  static readonly entry = invalid(
    "Wallet pays by signature",
    "A quote from an embedded wallet cannot be executed at once. Leave immediatelyExecute out, and sign it."
  )
}

/** The rails tried to carry the quote out, and failed. What came of it stands in the transaction. */
export class QuoteExecutionFailed extends Schema.TaggedError<QuoteExecutionFailed>()("QuoteExecutionFailed", {}) {
  static readonly entry = entry(
    "invalid",
    "QUOTE_EXECUTION_FAILED",
    "Quote execution failed",
    "The rails failed to carry the quote out. Read its transaction for what came of it, and make a new quote."
  )
}

export class TransactionNotFound extends Schema.TaggedError<TransactionNotFound>()("TransactionNotFound", {}) {
  static readonly entry = entry(
    "missing",
    "TRANSACTION_NOT_FOUND",
    "",
    "No transaction has this id here. List the transactions for the ones there are."
  )
}

/** The payment does not await a decision of the platform. */
export class TransactionNotPending extends Schema.TaggedError<TransactionNotPending>()("TransactionNotPending", {}) {
  static readonly entry = entry(
    "conflict",
    "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL",
    "Payment awaits no decision",
    "The payment does not await a decision of the platform, or has had one. Read it for its status."
  )
}

/** No such address is known to receive. */
export class UmaNotFound extends Schema.TaggedError<UmaNotFound>()("UmaNotFound", {}) {
  static readonly entry = entry(
    "missing",
    "UMA_NOT_FOUND",
    "",
    "Nobody receives at this payment address. In the sandbox it is $scenario.currency@domain."
  )
}

export interface Terms {
  readonly rate: Rate
  readonly fee: Fee
  readonly sendingDecimals: number
  readonly receivingDecimals: number
}

export interface Price {
  readonly totalSending: number
  readonly fees: number
  readonly totalReceiving: number
}

/** What the receiver gets for a whole sum, fees taken from it. Rounded down: nothing is paid out that was not paid in. */
export const priceOfSending = (amount: number, terms: Terms): Result.Result<Price, AmountOutOfRange> => {
  const fees = feeOf(BigInt(amount), terms.fee)
  const received = converted(BigInt(amount) - fees, terms)
  return priced(BigInt(amount), fees, received)
}

/** What the sender pays so that the receiver gets a whole sum, fees included. Rounded up, for the same reason. */
export const priceOfReceiving = (amount: number, terms: Terms): Result.Result<Price, AmountOutOfRange> => {
  const { fee, rate, receivingDecimals, sendingDecimals } = terms
  const net = ceiling(
    BigInt(amount) * rate.denominator * scale(sendingDecimals),
    rate.numerator * scale(receivingDecimals)
  )
  const gross = ceiling((net + BigInt(fee.fixed)) * WHOLE, WHOLE - BigInt(fee.basisPoints))
  return priced(gross, gross - net, BigInt(amount))
}

/** Sending units for one receiving unit, net of fees: how the interface's partners spell a rate. */
export const exchangeRate = (
  { fees, totalReceiving, totalSending }: Price,
  { receivingDecimals, sendingDecimals }: Pick<Terms, "receivingDecimals" | "sendingDecimals">
): number => (totalSending - fees) / 10 ** sendingDecimals / (totalReceiving / 10 ** receivingDecimals)

/** The most that a quote locks on either side, in the smallest unit. */
export const MOST_LOCKED = 9e15

const WHOLE = 10_000n

const feeOf = (amount: bigint, { basisPoints, fixed }: Fee): bigint =>
  ceiling(amount * BigInt(basisPoints), WHOLE) + BigInt(fixed)

const converted = (net: bigint, { rate, receivingDecimals, sendingDecimals }: Terms): bigint =>
  net <= 0n ? 0n : (net * rate.numerator * scale(receivingDecimals)) / (rate.denominator * scale(sendingDecimals))

const priced = (sending: bigint, fees: bigint, receiving: bigint): Result.Result<Price, AmountOutOfRange> =>
  receiving < 1n || sending > MOST || receiving > MOST
    ? Result.fail(new AmountOutOfRange())
    : Result.succeed({ totalSending: Number(sending), fees: Number(fees), totalReceiving: Number(receiving) })

const MOST = BigInt(Number.MAX_SAFE_INTEGER)
const scale = (decimals: number): bigint => 10n ** BigInt(decimals)
const ceiling = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor

/** The terms of a payment, as they were offered. They never change: where the payment stands is in its transaction. */
export const Quote = Schema.Struct({
  quoteId: QuoteId,
  transactionId: TransactionId,
  customerId: Schema.NullOr(CustomerId),
  source: End,
  destination: End,
  sent: Money,
  received: Money,
  fees: Schema.Int,
  exchangeRate: Schema.Finite,
  lockedSide: Schema.Literals(["SENDING", "RECEIVING"]),
  /** Set where the source is an embedded wallet: its owner signs. What they sign is in the `SignedTerms` of the quote. */
  wallet: Schema.optionalKey(Schema.Struct({ accountId: AccountId })),
  /** Set where the money comes from outside: where it should be sent to. */
  instructions: Schema.optionalKey(Schema.Array(Schema.Json)),
  description: Schema.optionalKey(Schema.String),
  createdAt: Millis,
  expiresAt: Millis
})
export type Quote = typeof Quote.Type

export const quotes = Collection.make({
  name: "quotes",
  schema: Quote,
  id: ({ quoteId }) => quoteId
})

/** A quote and its payment share the digits of their ids, so that one names the other. */
export const transactionOf = (quoteId: QuoteId): string => quoteId.replace("Quote:", "Transaction:")

/** What stands on a bank's statement: short, and found again by the payment whose id, or whose quote's, it is made of. */
export const referenceOf = (id: string): string => `CS-${id.replaceAll("-", "").slice(-12).toUpperCase()}`
