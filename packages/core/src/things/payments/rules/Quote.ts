import { Result, Schema } from "effect"
import { type Fee, Money, type Rate } from "../../../model/currencies.ts"
import { Millis } from "../../../model/Environment.ts"
import { AccountId, CustomerId, QuoteId, TransactionId } from "../../../model/ids.ts"
import { conflict, invalid, Refusal, withCode } from "../../../model/Refusal.ts"
import { Shown } from "../../../model/text.ts"
import { FieldError } from "../../../schema/expected.ts"
import * as Collection from "../../../store/Collection.ts"
import { End } from "./Transaction.ts"

export class InsufficientBalance extends Refusal("InsufficientBalance")(withCode("invalid", "INSUFFICIENT_BALANCE"), {
  message: "The balance of the account is too low for this payment. Add funds, or send a smaller amount.",
  cause: "The balance is less than the amount that would be debited, including fees.",
  remedy: "Read the account for its balance. In the sandbox, add funds with POST /sandbox/internal-accounts/{id}/fund."
}) {}

export class CurrencyRefused extends Refusal("CurrencyRefused")(withCode("invalid", "INVALID_CURRENCY"), {
  reason: "Currencies do not match",
  message:
    "The currencies of this payment do not match the accounts or cannot be converted. Use the currencies of the accounts, or use a quote to convert.",
  cause:
    "A currency in the request differs from the currency of its account, a transfer has two currencies, or no rail supports the pair.",
  remedy: "Read both accounts and send their currencies. GET /exchange-rates lists the pairs that a quote can convert."
}) {}

export class AmountOutOfRange extends Refusal("AmountOutOfRange")(withCode("invalid", "AMOUNT_OUT_OF_RANGE"), {
  message:
    "The amount is too small or too large. Choose an amount that leaves at least one unit after fees and rounding.",
  cause:
    "After fees and rounding the receiver would get nothing, or a result, such as the new balance, exceeds the largest safe integer (2^53 - 1).",
  remedy: "Change the amount. The quote for a larger amount shows the fee and the rate."
}) {}

export class AmountInvalid extends Refusal("AmountInvalid", { errors: Schema.Array(FieldError) })(
  withCode("invalid", "INVALID_AMOUNT"),
  {
    message: "The amount is zero or negative. Send an integer of 1 or more in the smallest unit of the currency.",
    cause: "Amounts are integers in the smallest unit of the currency, such as cents for USD.",
    remedy: "Multiply the decimal amount by 10 to the power of the currency's decimals before you send it."
  }
) {}

export class AccountUnsuitable extends Refusal("AccountUnsuitable")(invalid, {
  reason: "Account requires a signed quote",
  message:
    "An embedded wallet cannot send a transfer directly. Create a quote from the wallet and execute it with the owner's signature.",
  cause: "POST /transfer-out moves money without a signature of the end user, so it accepts fiat accounts only.",
  remedy:
    "Call POST /quotes with the wallet as the source, let the client sign payloadToSign, and execute the quote with the signature (dynamic linking)."
}) {}

export class QuoteNotFound extends Refusal("QuoteNotFound")(withCode("missing", "QUOTE_NOT_FOUND"), {
  message: "No quote with this id exists for this API token. Check the id, or create a new quote.",
  cause: "The id is misspelled, or the quote belongs to another platform or mode.",
  remedy: "Send the id exactly as POST /quotes returned it."
}) {}

export class QuoteExpired extends Refusal("QuoteExpired")(withCode("conflict", "QUOTE_EXPIRED"), {
  reason: "Quote expired",
  message: "The quote has expired. Create a new quote.",
  cause: "The rate and fee of a quote are valid until expiresAt, 5 minutes after its creation by default.",
  remedy: "Create a quote shortly before the end user confirms it. The option `policy.quoteLifetime` sets the lifetime."
}) {}

export class QuoteEndsChanged extends Refusal("QuoteEndsChanged")(conflict, {
  reason: "Quote source or destination changed",
  message: "The source or destination changed after the quote was created. Create a new quote and sign it.",
  cause:
    "The signature covers the account data at the time of the quote (dynamic linking), and the data has changed since.",
  remedy: "Show the end user the new destination, then let the client sign the new quote."
}) {}

export class DepositLate extends Refusal("DepositLate")(withCode("invalid", "QUOTE_EXPIRED"), {
  reason: "Quote expired",
  message: "The quote expired before the deposit arrived. Create a new quote.",
  cause: "The deposit arrived after expiresAt, and its rate is no longer valid.",
  remedy: "Create a quote and send the deposit before its expiresAt."
}) {}

export class QuoteConsumed extends Refusal("QuoteConsumed")(conflict, {
  reason: "Quote already executed",
  message: "The quote was already executed or can no longer be executed. Read the quote for its status.",
  cause: "A quote executes once. An earlier call executed it, possibly although its response was lost.",
  remedy: "Read the quote and its transaction. Create a new quote for another payment."
}) {}

export class QuoteAwaitsDeposit extends Refusal("QuoteAwaitsDeposit")(invalid, {
  reason: "Quote awaits its deposit",
  message:
    "A REALTIME_FUNDING quote executes when its deposit arrives. Send the deposit as described in paymentInstructions.",
  cause: "Money from outside the platform pays for the quote, so no call can execute it.",
  remedy: "Send the deposit with the given reference before expiresAt. In the sandbox, call POST /sandbox/send."
}) {}

export class SignatureNeeded extends Refusal("SignatureNeeded")(invalid, {
  reason: "Signature required",
  message:
    "A quote from an embedded wallet requires a signature and cannot be executed immediately. Omit immediatelyExecute, then sign and execute the quote.",
  cause: "Only the owner of an embedded wallet can authorize its payments.",
  remedy: "Create the quote, let the client sign payloadToSign, and call POST /quotes/{id}/execute with the signature."
}) {}

export class QuoteExecutionFailed extends Refusal("QuoteExecutionFailed")(
  withCode("invalid", "QUOTE_EXECUTION_FAILED"),
  {
    reason: "Quote execution failed",
    message:
      "The payment rail could not execute the quote. Read its transaction for the failure reason, then create a new quote.",
    cause: "The rail rejected the payment. The transaction has the status FAILED and a failureReason.",
    remedy: "Resolve the failureReason. A quote executes once, so create a new quote."
  }
) {}

export class TransactionNotFound extends Refusal("TransactionNotFound")(withCode("missing", "TRANSACTION_NOT_FOUND"), {
  message: "No transaction with this id exists for this API token. List the transactions to find a valid id.",
  cause: "The id is misspelled, or the transaction belongs to another platform or mode.",
  remedy: "Call GET /transactions with the customerId and the same token."
}) {}

export class TransactionNotPending extends Refusal("TransactionNotPending")(
  withCode("conflict", "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL"),
  {
    reason: "Payment is not pending approval",
    message:
      "The payment is not pending the platform's approval, or was already decided. Read the transaction for its status.",
    cause:
      "Another call approved or rejected the payment, the approval timed out, or the payment never required approval.",
    remedy: "Read the transaction. Only a PENDING incoming payment can be approved or rejected."
  }
) {}

export class UmaNotFound extends Refusal("UmaNotFound")(withCode("missing", "UMA_NOT_FOUND"), {
  message:
    "No receiver exists at this UMA address. Check the address, which has the form $scenario.currency@domain in the sandbox.",
  cause: "The domain is not known, or it has no such receiver.",
  remedy: "Compare the address with the receiver. docs/guides/sandbox.md lists the addresses of the sandbox."
}) {}

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
  /** The provider's own name of its offer. */
  offerReference: Schema.optionalKey(Schema.String),
  /** Deposit instructions, if the money comes from outside. */
  instructions: Schema.optionalKey(Schema.Array(Schema.Json)),
  description: Schema.optionalKey(Shown),
  createdAt: Millis,
  expiresAt: Millis,
  /** When the record is removed. It can be read as long as a receipt. */
  removeAt: Schema.optionalKey(Millis)
})
export type Quote = typeof Quote.Type

export const quotes = Collection.make({
  name: "quotes",
  schema: Quote,
  id: "quoteId",
  expiry: "removeAt"
})

/** A quote and its transaction have the same UUID, so each id can be derived from the other. */
export const transactionOf = (quoteId: QuoteId): string => quoteId.replace("Quote:", "Transaction:")

/** The reference on a bank statement: short, and derived from the id of the payment or of its quote. */
export const referenceOf = (id: string): string => `CS-${id.replaceAll("-", "").slice(-12).toUpperCase()}`
