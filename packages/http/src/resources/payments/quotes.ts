import { Clock, Effect, Schema, String } from "@countersign/core/effect"
import { HttpApiSchema } from "@countersign/core/effect/http-api"
import * as core from "@countersign/core/internal"
import { get, post } from "../endpoint.ts"
import { currencyBody, currencyCode, ofLimits, ofQuoted, optional, Timestamp } from "../fields.ts"
import { ofStamp, stampHeader } from "../signedEndpoint.ts"
import { ends, endsBody, TransactionStatus } from "./transactions.ts"

const QuoteBody = Schema.Struct({
  id: core.QuoteId,
  status: TransactionStatus,
  ...ends,
  sendingCurrency: core.Currency,
  receivingCurrency: core.Currency,
  totalSendingAmount: Schema.Int.annotate({
    description: "In the smallest unit of the sending currency, including the fee"
  }),
  totalReceivingAmount: Schema.Int.annotate({ description: "In the smallest unit of the receiving currency" }),
  exchangeRate: Schema.Finite.annotate({ description: "Sending units for one receiving unit, net of fees" }),
  feesIncluded: Schema.Int.annotate({ description: "In the smallest unit of the sending currency" }),
  transactionId: core.TransactionId,
  paymentInstructions: optional(
    Schema.Array(Schema.Json),
    "A quote from an embedded wallet has one entry, which contains `payloadToSign` and any `stepUp`"
  ),
  description: Schema.optionalKey(Schema.String),
  createdAt: Timestamp,
  expiresAt: Timestamp
}).annotate({ identifier: "Quote", description: "The offered terms of a payment, and the state of that payment" })

/** The body of a quote now. An unpaid quote expires with time. */
const presented = Effect.fnUntraced(function* <E, R>(view: Effect.Effect<core.QuoteView, E, R>) {
  const { payloadToSign, quote, stepUp, transaction } = yield* view
  const known = yield* core.currencyOf
  const { expiresAt, instructions, received, sent } = quote
  const isOpen = transaction.status === "Pending" && transaction.money === "untouched"
  const isExpired = isOpen && core.hasExpired(expiresAt, yield* Clock.currentTimeMillis)
  return {
    ...quote,
    id: quote.quoteId,
    status: isExpired ? ("EXPIRED" as const) : String.toUpperCase(transaction.status),
    ...endsBody(quote),
    sendingCurrency: currencyBody(known, sent.currency),
    receivingCurrency: currencyBody(known, received.currency),
    totalSendingAmount: sent.amount,
    totalReceivingAmount: received.amount,
    feesIncluded: quote.fees,
    ...(payloadToSign === undefined
      ? {}
      : { paymentInstructions: [{ accountOrWalletInfo: walletInfo(payloadToSign, stepUp) }] }),
    ...(instructions === undefined ? {} : { paymentInstructions: instructions })
  }
})

const walletInfo = (payloadToSign: string, stepUp: core.StepUp | undefined) => ({
  accountType: "EMBEDDED_WALLET",
  payloadToSign,
  ...(stepUp === undefined ? {} : { stepUp })
})

const QuoteRequest = Schema.Struct({
  source: Schema.Union([
    Schema.Struct({
      sourceType: Schema.Literal("ACCOUNT"),
      accountId: core.AccountId,
      customerId: Schema.optionalKey(core.CustomerId),
      currency: Schema.optionalKey(currencyCode)
    }),
    Schema.Struct({
      sourceType: Schema.Literal("REALTIME_FUNDING"),
      customerId: core.CustomerId,
      currency: currencyCode,
      cryptoNetwork: Schema.optionalKey(core.visible(64))
    })
  ]),
  destination: Schema.Union([
    Schema.Struct({
      destinationType: Schema.Literal("ACCOUNT"),
      accountId: Schema.Union([core.ExternalAccountId, core.AccountId]),
      currency: Schema.optionalKey(currencyCode),
      paymentRail: Schema.optionalKey(core.visible(64))
    }),
    Schema.Struct({
      destinationType: Schema.Literal("UMA_ADDRESS"),
      umaAddress: core.reference(255),
      currency: currencyCode
    })
  ]),
  lockedCurrencySide: Schema.Literals(["SENDING", "RECEIVING"]),
  lockedCurrencyAmount: core.Amount.check(Schema.isLessThanOrEqualTo(core.MOST_LOCKED)),
  description: Schema.optionalKey(core.visible(500)),
  immediatelyExecute: Schema.optionalKey(Schema.Boolean),
  purposeOfPayment: Schema.optionalKey(core.visible(255)),
  lookupId: Schema.optionalKey(core.reference(255)),
  remittanceInformation: Schema.optionalKey(core.visible(80)),
  senderCustomerInfo: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json))
}).annotate({ description: "The terms of a payment to offer. Amounts are in the smallest unit of their currency" })

const quoteCommand = ({ destination, source, ...body }: typeof QuoteRequest.Type): core.QuoteCommand => ({
  ...body,
  source:
    source.sourceType === "ACCOUNT"
      ? { type: source.sourceType, accountId: source.accountId, currency: source.currency }
      : { type: source.sourceType, customerId: source.customerId, currency: source.currency },
  destination:
    destination.destinationType === "ACCOUNT"
      ? { type: destination.destinationType, accountId: destination.accountId, currency: destination.currency }
      : { type: destination.destinationType, umaAddress: destination.umaAddress, currency: destination.currency },
  cryptoNetwork: source.sourceType === "ACCOUNT" ? undefined : source.cryptoNetwork
})

/** The refusals of offering the terms of a payment, and of accepting them. */
const ofQuote = [
  ...ofQuoted,
  "DestinationNotAllowed",
  "PaymentAboveLimit",
  "QuoteAwaitsDeposit",
  "QuoteExecutionFailed"
] as const

export const createQuote = post("createQuote", "/quotes", {
  // `immediatelyExecute` pays from an account without a wallet, so without a signature.
  ofUser: {
    owner: "source.accountId",
    fields: Object.keys(QuoteRequest.fields).filter((name) => name !== "immediatelyExecute")
  },
  summary: "Create a quote for a payment",
  description:
    "A quote from an embedded wallet has payloadToSign, which states both amounts, the fee, the rate, the payee and the account, and a digest of the source and the destination at that time.",
  tokenAlone: {
    achieves: "Offers a payment. From an embedded wallet it comes with a payload to sign.",
    because: "A quote moves nothing and expires.",
    writes: ["quotes", "transactions"]
  },
  ground: "rails",
  scope: "TRANSACT",
  payload: QuoteRequest,
  success: QuoteBody.pipe(HttpApiSchema.status(201)),
  refusals: [...ofLimits, ...ofQuote, "RailsUnavailable", "SignatureNeeded"],
  handle: ({ payload }) => presented(core.createQuote(quoteCommand(payload)))
})

export const readQuote = get("readQuote", "/quotes/:id", {
  ofUser: "id",
  summary: "Read a quote and the status of its payment",
  ground: "rails",
  params: { id: core.QuoteId },
  success: QuoteBody,
  refusals: ["QuoteNotFound"],
  handle: ({ params }) => presented(core.readQuote(params.id))
})

export const executeQuote = post("executeQuote", "/quotes/:id/execute", {
  ofUser: "id",
  summary: "Execute a quote",
  description:
    "From an embedded wallet, requires a stamp over the quote's payloadToSign. Rejected with 409 when the source or destination has changed since the quote was created: create a new quote and sign it.",
  tokenAlone: {
    achieves: "Nothing on an embedded wallet: 401 without a stamp over the quote's own payload.",
    because: "The payload names what moves and to whom. Quotes from fiat accounts are as transfers."
  },
  ground: "rails",
  scope: "TRANSACT",
  params: { id: core.QuoteId },
  headers: stampHeader,
  payload: Schema.Record(Schema.String, Schema.Json),
  lenient: "empty",
  success: QuoteBody,
  refusals: [...ofQuote, ...ofStamp, "QuoteConsumed", "QuoteEndsChanged", "QuoteExpired", "QuoteNotFound"],
  handle: ({ headers, params }) => presented(core.executeQuote(params.id, headers["service-wallet-signature"]))
})
