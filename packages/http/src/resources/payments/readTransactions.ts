import * as core from "@countersign/core/internal"
import {
  type CurrencyOf,
  CustomerId,
  exchangeRate,
  FailureReason,
  QuoteId,
  RefundReason,
  referenceOf,
  TransactionId,
  type Transactions
} from "@countersign/core/internal"
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { endpoint } from "../endpoint.ts"
import { Timestamp } from "../fields.ts"
import { pageBody, pageOf, pageRequest, paging } from "../paging.ts"
import { CurrencyAmount, currencyAmount, currencyBody, inCurrencies } from "./money.ts"

export const TransactionStatus = Schema.Literals(["PENDING", "PROCESSING", "COMPLETED", "FAILED", "EXPIRED"])

export const SourceBody = Schema.Struct({
  sourceType: Schema.Literals(["ACCOUNT", "REALTIME_FUNDING", "UMA_ADDRESS"]),
  accountId: Schema.optionalKey(Schema.String),
  umaAddress: Schema.optionalKey(Schema.String),
  customerId: Schema.optionalKey(CustomerId),
  currency: Schema.String
})

export const DestinationBody = Schema.Struct({
  destinationType: Schema.Literals(["ACCOUNT", "REALTIME_FUNDING", "UMA_ADDRESS"]),
  accountId: Schema.optionalKey(Schema.String),
  umaAddress: Schema.optionalKey(Schema.String),
  customerId: Schema.optionalKey(CustomerId),
  currency: Schema.String
})

export const TransactionBody = Schema.Struct({
  id: TransactionId,
  status: TransactionStatus,
  type: Schema.Literals(["INCOMING", "OUTGOING"]),
  direction: Schema.Literals(["CREDIT", "DEBIT"]),
  source: SourceBody,
  destination: DestinationBody,
  customerId: Schema.optionalKey(CustomerId),
  platformCustomerId: Schema.optionalKey(Schema.String),
  sentAmount: CurrencyAmount,
  receivedAmount: CurrencyAmount,
  fees: Schema.Int,
  exchangeRate: Schema.optionalKey(
    Schema.Finite.annotate({ description: "Only for OUTGOING: sending units for one receiving unit, net of fees" })
  ),
  quoteId: Schema.optionalKey(QuoteId),
  paymentInstructions: Schema.optionalKey(Schema.Array(Schema.Json)),
  description: Schema.optionalKey(Schema.String),
  failureReason: Schema.optionalKey(FailureReason),
  refund: Schema.optionalKey(
    Schema.Struct({
      reference: Schema.String,
      initiatedAt: Timestamp,
      status: Schema.Literals(["PENDING", "COMPLETED", "FAILED"]),
      settledAt: Schema.optionalKey(Timestamp),
      reason: RefundReason
    })
  ),
  reconciliationInstructions: Schema.Struct({ reference: Schema.String }),
  settledAt: Schema.optionalKey(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp
}).annotate({ identifier: "Transaction" })

export const statuses = {
  Pending: "PENDING",
  Processing: "PROCESSING",
  Completed: "COMPLETED",
  Failed: "FAILED",
  Expired: "EXPIRED"
} as const

export const transactionBody =
  (known: CurrencyOf) =>
  (transaction: Transactions.Transaction): typeof TransactionBody.Type => {
    const { createdAt, customerId, fees, platformCustomerId, refund, settledAt, transactionId, type, updatedAt } =
      transaction
    const { description, failureReason, instructions, quoteId } = transaction
    return {
      id: transactionId,
      status: statuses[transaction.status],
      type,
      direction: type === "INCOMING" ? "CREDIT" : "DEBIT",
      source: sourceBody(transaction.source),
      destination: destinationBody(transaction.destination),
      ...(customerId === null ? {} : { customerId }),
      ...(platformCustomerId === null ? {} : { platformCustomerId }),
      sentAmount: currencyAmount(known, transaction.sent),
      receivedAmount: currencyAmount(known, transaction.received),
      fees,
      ...(type === "OUTGOING" ? { exchangeRate: rateOf(known, transaction) } : {}),
      ...(quoteId === undefined ? {} : { quoteId }),
      ...(instructions === undefined ? {} : { paymentInstructions: instructions }),
      ...(description === undefined ? {} : { description }),
      ...(failureReason === undefined ? {} : { failureReason }),
      ...(refund === undefined ? {} : { refund: { ...refund, reference: referenceOf(transactionId) } }),
      reconciliationInstructions: { reference: referenceOf(transactionId) },
      ...(settledAt === undefined ? {} : { settledAt }),
      createdAt,
      updatedAt
    }
  }

/** The exchange rate of the quote; 1 for a payment in one currency. */
const rateOf = (known: CurrencyOf, { fees, received, sent }: Transactions.Transaction): number =>
  exchangeRate(
    { fees, totalReceiving: received.amount, totalSending: sent.amount },
    {
      sendingDecimals: currencyBody(known, sent.currency).decimals,
      receivingDecimals: currencyBody(known, received.currency).decimals
    }
  )

export const sourceBody = ({ type, ...end }: Transactions.End) => ({ sourceType: type, ...end })
export const destinationBody = ({ type, ...end }: Transactions.End) => ({ destinationType: type, ...end })

const identifier = Schema.optionalKey(Schema.String.check(Schema.isMaxLength(255)))

export const listTransactions = endpoint(
  HttpApiEndpoint.get("listTransactions", "/transactions", {
    query: {
      customerId: Schema.optionalKey(core.CustomerId),
      platformCustomerId: identifier,
      accountIdentifier: identifier,
      senderAccountIdentifier: identifier,
      receiverAccountIdentifier: identifier,
      status: Schema.optionalKey(TransactionStatus),
      type: Schema.optionalKey(Schema.Literals(["INCOMING", "OUTGOING"])),
      reference: identifier,
      startDate: Schema.optionalKey(Timestamp),
      endDate: Schema.optionalKey(Timestamp),
      sortOrder: Schema.optionalKey(Schema.Literals(["asc", "desc"])),
      ...paging
    },
    success: pageOf(TransactionBody)
  }),
  { summary: "List payments, newest first or oldest", ground: "rails" },
  ({ query: { sortOrder, status, ...query } }) =>
    inCurrencies((known) => (page: core.Page<core.Transactions.Transaction>) => pageBody(page, transactionBody(known)))(
      core.listTransactions(
        {
          ...query,
          ...(status === undefined ? {} : { status: inside[status] }),
          ...(sortOrder === "asc" ? { order: "oldest" } : {})
        },
        pageRequest(query)
      )
    )
)

const inside = {
  PENDING: "Pending",
  PROCESSING: "Processing",
  COMPLETED: "Completed",
  FAILED: "Failed",
  EXPIRED: "Expired"
} as const

export const readTransaction = endpoint(
  HttpApiEndpoint.get("readTransaction", "/transactions/:id", {
    params: { id: core.TransactionId },
    success: TransactionBody
  }),
  { summary: "Read a payment", ground: "rails", refusals: ["TransactionNotFound"] },
  ({ params }) => inCurrencies(transactionBody)(core.readTransaction(params.id))
)
