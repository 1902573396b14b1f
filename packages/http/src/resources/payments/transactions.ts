import { Effect, Schema, String } from "@countersign/core/effect"
import { HttpApiSchema } from "@countersign/core/effect/http-api"
import * as core from "@countersign/core/internal"
import { get, post } from "../endpoint.ts"
import {
  CurrencyAmount,
  currencyAmount,
  currencyBody,
  currencyCode,
  dated,
  ofBalance,
  ofDeposit,
  ofLimits,
  ofPayment,
  optional,
  paged,
  pageOf,
  paging,
  Timestamp
} from "../fields.ts"

export const TransactionStatus = Schema.Literals(["PENDING", "PROCESSING", "COMPLETED", "FAILED", "EXPIRED"]).annotate({
  description: "The state of a payment"
})

const ENDS = Schema.Literals(["ACCOUNT", "REALTIME_FUNDING", "UMA_ADDRESS"])

const ofEnd = {
  accountId: Schema.optionalKey(Schema.String),
  umaAddress: Schema.optionalKey(Schema.String),
  customerId: Schema.optionalKey(core.CustomerId),
  currency: Schema.String
}
/** The fields of a payment and of its quote that say where its money comes from, and where it goes. */
export const ends = {
  source: Schema.Struct({ sourceType: ENDS, ...ofEnd }).annotate({
    description: "Where the money of a payment comes from"
  }),
  destination: Schema.Struct({ destinationType: ENDS, ...ofEnd }).annotate({
    description: "Where the money of a payment goes"
  })
}

const PENDING = Schema.Literals(["AWAITING_APPROVAL", "AWAITING_EXECUTION", "AWAITING_FUNDS", "AWAITING_PROVIDER"])

export const TransactionBody = Schema.Struct({
  id: core.TransactionId,
  status: TransactionStatus,
  type: Schema.Literals(["INCOMING", "OUTGOING"]),
  direction: Schema.Literals(["CREDIT", "DEBIT"]),
  ...ends,
  customerId: Schema.optionalKey(core.CustomerId),
  platformCustomerId: Schema.optionalKey(Schema.String),
  sentAmount: CurrencyAmount,
  receivedAmount: CurrencyAmount,
  fees: Schema.Int,
  exchangeRate: optional(Schema.Finite, "Only for OUTGOING: sending units for one receiving unit, net of fees"),
  quoteId: Schema.optionalKey(core.QuoteId),
  paymentInstructions: Schema.optionalKey(Schema.Array(Schema.Json)),
  description: Schema.optionalKey(Schema.String),
  pendingReason: optional(PENDING, "Only for PENDING: the decision, the call or the party that the payment waits for"),
  failureReason: Schema.optionalKey(core.FailureReason),
  rejectionReason: optional(Schema.String, "Why the platform rejected the payment, as it said"),
  refund: Schema.optionalKey(
    Schema.Struct({
      reference: Schema.String,
      initiatedAt: Timestamp,
      status: Schema.Literals(["PENDING", "COMPLETED", "FAILED"]),
      settledAt: Schema.optionalKey(Timestamp),
      reason: core.RefundReason
    })
  ),
  reconciliationInstructions: Schema.Struct({ reference: Schema.String }),
  settledAt: Schema.optionalKey(Timestamp),
  ...dated
}).annotate({ identifier: "Transaction", description: "A payment, outgoing or incoming" })

const transactionBody =
  (known: core.CurrencyOf) =>
  (transaction: core.Transactions.Transaction): typeof TransactionBody.Type => {
    const { customerId, instructions, platformCustomerId, refund, transactionId, ...recorded } = transaction
    const reference = core.referenceOf(transactionId)
    return {
      ...recorded,
      id: transactionId,
      status: String.toUpperCase(transaction.status),
      direction: transaction.type === "INCOMING" ? "CREDIT" : "DEBIT",
      ...endsBody(transaction),
      ...(customerId === null ? {} : { customerId }),
      ...(platformCustomerId === null ? {} : { platformCustomerId }),
      sentAmount: currencyAmount(known, transaction.sent),
      receivedAmount: currencyAmount(known, transaction.received),
      ...(transaction.type === "OUTGOING" ? { exchangeRate: rateOf(known, transaction) } : {}),
      ...core.Transactions.pending(transaction),
      ...(instructions === undefined ? {} : { paymentInstructions: instructions }),
      ...(refund === undefined ? {} : { refund: { ...refund, reference } }),
      reconciliationInstructions: { reference }
    }
  }

/** The payment of a program as its response body. */
export const presented = <E, R>(program: Effect.Effect<core.Transactions.Transaction, E, R>) =>
  Effect.flatMap(core.currencyOf, (known) => Effect.map(program, transactionBody(known)))

/** The exchange rate of the quote; 1 for a payment in one currency. */
const rateOf = (known: core.CurrencyOf, { fees, received, sent }: core.Transactions.Transaction): number => {
  const decimals = (currency: string) => currencyBody(known, currency).decimals
  return core.exchangeRate(
    { fees, totalReceiving: received.amount, totalSending: sent.amount },
    { sendingDecimals: decimals(sent.currency), receivingDecimals: decimals(received.currency) }
  )
}

export const endsBody = ({ destination, source }: Pick<core.Transactions.Transaction, "destination" | "source">) => ({
  source: { ...source, sourceType: source.type },
  destination: { ...destination, destinationType: destination.type }
})

const identifier = Schema.optionalKey(Schema.String.check(Schema.isMaxLength(255)))

export const listTransactions = get("listTransactions", "/transactions", {
  ofUser: "customerId",
  summary: "List payments, newest first or oldest",
  ground: "rails",
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
  success: pageOf(TransactionBody),
  handle: ({ query }) =>
    Effect.flatMap(core.currencyOf, (known) =>
      paged(query, (page) => core.listTransactions(query, page), transactionBody(known))
    )
})

export const readTransaction = get("readTransaction", "/transactions/:id", {
  ofUser: "id",
  summary: "Read a payment",
  ground: "rails",
  params: { id: core.TransactionId },
  success: TransactionBody,
  refusals: ["TransactionNotFound"],
  handle: ({ params: { id } }) => presented(core.readTransaction(id))
})

const decision = {
  description:
    "For a payment whose INCOMING_PAYMENT.PENDING event was answered with 202. An undecided payment fails after one day.",
  tokenAlone: {
    achieves: "Accepts or refuses a payment that comes in and waits for the platform's decision.",
    because:
      "The decision is the platform's, for its own compliance. Nothing that the end user has is taken: a payment that is refused never arrived.",
    writes: ["activities", "internal_accounts", "transactions"]
  },
  ground: "rails",
  scope: "TRANSACT",
  params: { id: core.TransactionId },
  payload: Schema.Record(Schema.String, Schema.Json),
  lenient: "empty",
  success: TransactionBody,
  refusals: [...ofBalance, "TransactionNotFound", "TransactionNotPending"]
} as const

export const approvePayment = post("approvePayment", "/transactions/:id/approve", {
  summary: "Approve an incoming payment",
  ...decision,
  handle: ({ params: { id } }) => presented(core.approvePayment({ transactionId: id, verdict: "approved" }))
})

export const rejectPayment = post("rejectPayment", "/transactions/:id/reject", {
  summary: "Reject an incoming payment",
  ...decision,
  payload: Schema.Struct({ reason: optional(core.visible(255), "Why, in your own words, shown in `rejectionReason`") }),
  handle: ({ params: { id }, payload: { reason } }) =>
    presented(core.approvePayment({ transactionId: id, verdict: "rejected", reason }))
})

const text = core.visible(255)
const ofTransfer = {
  amount: core.Amount,
  remittanceInformation: Schema.optionalKey(text),
  purposeOfPayment: Schema.optionalKey(text)
}
const transfer = {
  tokenAlone: {
    achieves:
      "Moves money of fiat accounts that the platform has as custodian of its customers. Embedded wallets are refused.",
    because:
      "No key of the end user guards a fiat account: the platform is its custodian. Give TRANSACT to the programs that pay, and to no other.",
    writes: ["activities", "internal_accounts", "transactions"]
  },
  ground: "rails",
  scope: "TRANSACT",
  success: TransactionBody.pipe(HttpApiSchema.status(201)),
  refusals: [...ofLimits, ...ofPayment, "AccountUnsuitable"]
} as const

export const transferIn = post("transferIn", "/transfer-in", {
  summary: "Pull funds from an external account",
  ...transfer,
  payload: Schema.Struct({
    source: Schema.Struct({ accountId: core.ExternalAccountId }),
    destination: Schema.Struct({ accountId: core.AccountId }),
    ...ofTransfer
  }),
  handle: ({ payload: { amount, destination, source } }) =>
    presented(core.transferIn({ internal: destination.accountId, external: source.accountId, amount }))
})

export const transferOut = post("transferOut", "/transfer-out", {
  summary: "Push funds to an external account in the same currency",
  ...transfer,
  payload: Schema.Struct({
    source: Schema.Struct({ accountId: core.AccountId }),
    destination: Schema.Struct({ accountId: core.ExternalAccountId, paymentRail: Schema.optionalKey(text) }),
    ...ofTransfer
  }),
  handle: ({ payload: { amount, destination, source } }) =>
    presented(core.transferOut({ internal: source.accountId, external: destination.accountId, amount }))
})

const event = core.reference(255).annotate({ description: "The bank's id of the report. Repeated, it changes nothing" })

const settles = (achieves: string) =>
  ({
    ground: "rails",
    scope: "SETTLE",
    tokenAlone: {
      achieves,
      because:
        "The bank has moved the money, and the host says so. Give SETTLE to the service that receives the bank's reports, and to no other.",
      writes: ["activities", "internal_accounts", "transactions"]
    }
  }) as const

export const reportPayment = post("reportPayment", "/transactions/:id/report", {
  summary: "Report the outcome of a payment at the bank",
  description:
    "Reports may come again, late and in any order: their order does not change how the payment ends. A report that contradicts an earlier one is refused.",
  ...settles("Ends a payment that was sent to the bank, and gives its money back or records that it arrived."),
  params: { id: core.TransactionId },
  payload: Schema.Struct({
    event,
    outcome: core.PaymentOutcome,
    failureReason: optional(core.FailureReason, "Why the payment failed. Ignored for SETTLED and RETURNED")
  }).annotate({ description: "A report of the bank about one payment" }),
  success: TransactionBody,
  refusals: [...ofBalance, "PaymentNotSent", "ReportContradicts", "ReportDiffers", "TransactionNotFound"],
  handle: ({ params: { id }, payload }) => presented(core.reportPayment({ transactionId: id, ...payload }))
})

type OfAccount = { readonly accountId: core.AccountId; readonly quoteId?: undefined }
type OfQuote = { readonly quoteId: core.QuoteId; readonly accountId?: undefined }
const isOfOne = (body: object) => "accountId" in body !== "quoteId" in body
const ONE_TARGET = { fault: "The deposit is not for one account or one quote", send: "either accountId or quoteId" }

export const reportDeposit = post("reportDeposit", "/deposits", {
  summary: "Report money that arrived at the bank",
  description: "For an account, it is credited. For a quote that waits for its deposit, the payment starts.",
  ...settles("Credits an account, or starts the payment of a quote that waits for a deposit."),
  payload: Schema.Struct({
    accountId: Schema.optionalKey(core.AccountId),
    quoteId: Schema.optionalKey(core.QuoteId),
    event,
    amount: core.Amount,
    currency: currencyCode
  })
    .pipe(Schema.refine((body): body is typeof body & (OfAccount | OfQuote) => isOfOne(body), ONE_TARGET))
    .annotate({ description: "Money that arrived at the bank, for an account or for a quote that waits for it" }),
  success: TransactionBody.pipe(HttpApiSchema.status(201)),
  refusals: ofDeposit,
  handle: ({ payload }) =>
    presented(payload.accountId !== undefined ? core.depositToAccount(payload) : core.depositQuote(payload))
})
