import { Result, Schema } from "effect"
import { type Fee, Money, type Rate } from "../../model/currencies.ts"
import { Millis } from "../../model/Environment.ts"
import { FieldError } from "../../model/expected.ts"
import { conflict, entry, invalid } from "../../model/faults.ts"
import { AccountId, CustomerId, QuoteId, TransactionId } from "../../model/ids.ts"
import * as Collection from "../../store/Collection.ts"
import { End } from "./Transaction.ts"

// biome-ignore-all format: a table, one refusal a line

/** The balance of the account is less than the amount. */
export class InsufficientBalance extends Schema.TaggedError<InsufficientBalance>()("InsufficientBalance", {}) {
  static readonly entry = entry(
    "invalid",
    "INSUFFICIENT_BALANCE",
    "",
    "The account has less than that. Read its balance, fund it, or send less."
  )
}

/** The currencies of the two ends differ, or the rails do not support them. */
export class CurrencyRefused extends Schema.TaggedError<CurrencyRefused>()("CurrencyRefused", {}) {
  static readonly entry = entry(
    "invalid",
    "INVALID_CURRENCY",
    "Currencies do not fit",
    "The ends are in currencies that this call does not bring together. Name those of the accounts, or use a quote."
  )
}

/** After fees and rounding the amount is zero, or exceeds the supported range. */
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

/** This type of account cannot send or receive money in this way. */
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

/** The quote has expired. */
export class QuoteExpired extends Schema.TaggedError<QuoteExpired>()("QuoteExpired", {}) {
  static readonly entry = entry(
    "conflict",
    "QUOTE_EXPIRED",
    "Quote expired",
    "The terms stood until expiresAt. Make a new quote."
  )
}

/** An end of the quote has changed since the wallet's owner signed. */
export class QuoteEndsChanged extends Schema.TaggedError<QuoteEndsChanged>()("QuoteEndsChanged", {}) {
  static readonly entry = conflict(
    "Quote names other ends",
    "The source or the destination changed after the quote was made, so its signature names another one. Make a new quote, and sign that."
  )
}

/** The deposit arrived after the quote had expired. */
export class DepositLate extends Schema.TaggedError<DepositLate>()("DepositLate", {}) {
  static readonly entry = entry(
    "invalid",
    "QUOTE_EXPIRED",
    "Quote expired",
    "The quote expired before the deposit came. Make a new quote."
  )
}

/** The quote has been executed, or can no longer be. */
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

/** An embedded wallet needs its owner's stamp, so the quote cannot be executed immediately. */
export class SignatureNeeded extends Schema.TaggedError<SignatureNeeded>()("SignatureNeeded", {}) {
  static readonly entry = invalid(
    "Wallet pays by signature",
    "A quote from an embedded wallet cannot be executed at once. Leave immediatelyExecute out, and sign it."
  )
}

/** The rails failed to execute the quote. The transaction contains the result. */
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

/** The payment is not waiting for a decision of the platform. */
export class TransactionNotPending extends Schema.TaggedError<TransactionNotPending>()("TransactionNotPending", {}) {
  static readonly entry = entry(
    "conflict",
    "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL",
    "Payment awaits no decision",
    "The payment does not await a decision of the platform, or has had one. Read it for its status."
  )
}

/** No receiver is known for the address. */
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

/**
 * The price of sending a given amount: fees are deducted from it. The received amount is rounded down, so that no more
 * is paid out than was paid in.
 */
export const priceOfSending = (amount: number, terms: Terms): Result.Result<Price, AmountOutOfRange> => {
  const fees = feeOf(BigInt(amount), terms.fee)
  const received = converted(BigInt(amount) - fees, terms)
  return priced(BigInt(amount), fees, received)
}

/** The price of receiving a given amount: fees are added to it. The sent amount is rounded up, for the same reason. */
export const priceOfReceiving = (amount: number, terms: Terms): Result.Result<Price, AmountOutOfRange> => {
  const { fee, rate, receivingDecimals, sendingDecimals } = terms
  const net = ceiling(
    BigInt(amount) * rate.denominator * scale(sendingDecimals),
    rate.numerator * scale(receivingDecimals)
  )
  const gross = ceiling((net + BigInt(fee.fixed)) * WHOLE, WHOLE - BigInt(fee.basisPoints))
  return priced(gross, gross - net, BigInt(amount))
}

/** Sending units per receiving unit, net of fees: the rate format of the API's partners. */
export const exchangeRate = (
  { fees, totalReceiving, totalSending }: Price,
  { receivingDecimals, sendingDecimals }: Pick<Terms, "receivingDecimals" | "sendingDecimals">
): number => (totalSending - fees) / 10 ** sendingDecimals / (totalReceiving / 10 ** receivingDecimals)

/** The maximum of either side of a quote, in the smallest unit. */
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

/** The offered terms of a payment. They never change; the state of the payment is in its transaction. */
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
  /**
   * Present if the source is an embedded wallet, whose owner must sign. The signed text is in the quote's
   * `SignedTerms`.
   */
  wallet: Schema.optionalKey(Schema.Struct({ accountId: AccountId })),
  /** Deposit instructions, if the money comes from outside. */
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

/** A quote and its transaction have the same UUID, so each id can be derived from the other. */
export const transactionOf = (quoteId: QuoteId): string => quoteId.replace("Quote:", "Transaction:")

/** The reference on a bank statement: short, and derived from the id of the payment or of its quote. */
export const referenceOf = (id: string): string => `CS-${id.replaceAll("-", "").slice(-12).toUpperCase()}`
