import {
  AccountId,
  Amount,
  Currency,
  type CurrencyOf,
  CustomerId,
  ExternalAccountId,
  isOver,
  type Millis,
  MOST_LOCKED,
  type QuoteCommand,
  QuoteId,
  type QuoteView,
  TransactionId
} from "@countersign/core/internal"
import { Schema } from "effect"
import { currencyCode, Timestamp } from "../fields.ts"
import { currencyBody } from "./money.ts"
import {
  DestinationBody,
  destinationBody,
  SourceBody,
  sourceBody,
  statuses,
  TransactionStatus
} from "./readTransactions.ts"

const text = (max: number) => Schema.String.check(Schema.isMinCodePoints(1), Schema.isMaxCodePoints(max))

export const QuoteRequest = Schema.Struct({
  source: Schema.Union([
    Schema.Struct({
      sourceType: Schema.Literal("ACCOUNT"),
      accountId: AccountId,
      customerId: Schema.optionalKey(CustomerId),
      currency: Schema.optionalKey(currencyCode)
    }),
    Schema.Struct({
      sourceType: Schema.Literal("REALTIME_FUNDING"),
      customerId: CustomerId,
      currency: currencyCode,
      cryptoNetwork: Schema.optionalKey(text(64))
    })
  ]),
  destination: Schema.Union([
    Schema.Struct({
      destinationType: Schema.Literal("ACCOUNT"),
      accountId: Schema.Union([ExternalAccountId, AccountId]),
      currency: Schema.optionalKey(currencyCode),
      paymentRail: Schema.optionalKey(text(64))
    }),
    Schema.Struct({
      destinationType: Schema.Literal("UMA_ADDRESS"),
      umaAddress: text(255),
      currency: currencyCode
    })
  ]),
  lockedCurrencySide: Schema.Literals(["SENDING", "RECEIVING"]),
  lockedCurrencyAmount: Amount.check(Schema.isLessThanOrEqualTo(MOST_LOCKED)),
  description: Schema.optionalKey(text(500)),
  immediatelyExecute: Schema.optionalKey(Schema.Boolean),
  purposeOfPayment: Schema.optionalKey(text(255)),
  lookupId: Schema.optionalKey(text(255)),
  remittanceInformation: Schema.optionalKey(text(80)),
  senderCustomerInfo: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json))
})

export const quoteCommand = (body: typeof QuoteRequest.Type): QuoteCommand => {
  const { description, destination, immediatelyExecute, lockedCurrencyAmount, lockedCurrencySide, source } = body
  const from =
    source.sourceType === "ACCOUNT"
      ? { type: source.sourceType, accountId: source.accountId, currency: source.currency }
      : { type: source.sourceType, customerId: source.customerId, currency: source.currency }
  const to =
    destination.destinationType === "ACCOUNT"
      ? { type: destination.destinationType, accountId: destination.accountId, currency: destination.currency }
      : { type: destination.destinationType, umaAddress: destination.umaAddress, currency: destination.currency }
  return {
    source: from,
    destination: to,
    lockedCurrencySide,
    lockedCurrencyAmount,
    description,
    immediatelyExecute,
    cryptoNetwork: source.sourceType === "ACCOUNT" ? undefined : source.cryptoNetwork
  }
}

export const QuoteBody = Schema.Struct({
  id: QuoteId,
  status: TransactionStatus,
  source: SourceBody,
  destination: DestinationBody,
  sendingCurrency: Currency,
  receivingCurrency: Currency,
  totalSendingAmount: Schema.Int,
  totalReceivingAmount: Schema.Int,
  exchangeRate: Schema.Finite.annotate({ description: "Sending units for one receiving unit, net of fees" }),
  feesIncluded: Schema.Int,
  transactionId: TransactionId,
  paymentInstructions: Schema.optionalKey(Schema.Array(Schema.Json)),
  description: Schema.optionalKey(Schema.String),
  createdAt: Timestamp,
  expiresAt: Timestamp
}).annotate({ identifier: "Quote" })

/** Returns the body of a quote at an instant. An unpaid quote expires with time. */
export const quoteBody =
  (at: Millis) =>
  (known: CurrencyOf) =>
  ({ payloadToSign, quote, transaction }: QuoteView): typeof QuoteBody.Type => {
    const { createdAt, description, exchangeRate, expiresAt, fees, instructions, quoteId, received, sent } = quote
    const isExpired = transaction.status === "Pending" && transaction.money === "untouched" && isOver(expiresAt, at)
    return {
      id: quoteId,
      status: isExpired ? "EXPIRED" : statuses[transaction.status],
      source: sourceBody(quote.source),
      destination: destinationBody(quote.destination),
      sendingCurrency: currencyBody(known, sent.currency),
      receivingCurrency: currencyBody(known, received.currency),
      totalSendingAmount: sent.amount,
      totalReceivingAmount: received.amount,
      exchangeRate,
      feesIncluded: fees,
      transactionId: quote.transactionId,
      ...(payloadToSign === undefined
        ? {}
        : { paymentInstructions: [{ accountOrWalletInfo: { accountType: "EMBEDDED_WALLET", payloadToSign } }] }),
      ...(instructions === undefined ? {} : { paymentInstructions: instructions }),
      ...(description === undefined ? {} : { description }),
      createdAt,
      expiresAt
    }
  }
