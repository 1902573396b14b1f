import * as core from "@countersign/core/internal"
import { Effect, Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { InternalAccountBody, internalAccountBody } from "../customers/readAccounts.ts"
import { endpoint } from "../endpoint.ts"
import { currencyCode } from "../fields.ts"
import { inCurrencies, ofLimits, ofPayment } from "../payments/money.ts"
import { TransactionBody, transactionBody } from "../payments/readTransactions.ts"
import { idempotencyHeader as headers } from "../signedRetry.ts"

export const fundAccount = endpoint(
  HttpApiEndpoint.post("fundAccount", "/sandbox/internal-accounts/:id/fund", {
    params: { id: core.AccountId },
    headers,
    payload: Schema.Struct({
      amount: Schema.Int.check(Schema.isLessThanOrEqualTo(100_000_000_000)).annotate({
        description: "In the smallest unit of the currency. Zero and negative amounts return INVALID_AMOUNT"
      })
    }),
    success: InternalAccountBody
  }),
  {
    summary: "Fund an account immediately",
    ground: "sandbox",
    scope: "TRANSACT",
    refusals: ["AccountNotFound", "AmountInvalid", "AmountOutOfRange", "CustomerDeleted"]
  },
  ({ params, payload }) => Effect.map(core.fundAccount(params.id, payload.amount), internalAccountBody)
)

export const sendPayment = endpoint(
  HttpApiEndpoint.post("sendPayment", "/sandbox/send", {
    headers,
    payload: Schema.Struct({
      quoteId: core.QuoteId,
      currencyCode,
      currencyAmount: Schema.optionalKey(core.Amount)
    }),
    success: TransactionBody
  }),
  {
    summary: "Simulate the arrival of the funds of a quote",
    ground: "sandbox",
    scope: "TRANSACT",
    refusals: [...ofPayment, "CustomerNotFound", "DepositLate", "QuoteNotFound", "QuoteConsumed", "UmaNotFound"]
  },
  ({ payload: { currencyAmount: amount, currencyCode: currency, quoteId } }) =>
    inCurrencies(transactionBody)(core.depositQuote({ quoteId, currency, amount }))
)

const uma = Schema.String.check(Schema.isMinCodePoints(1), Schema.isMaxCodePoints(255))
const Receipt = Schema.Struct({
  senderUmaAddress: uma,
  receivingCurrencyCode: currencyCode,
  receivingCurrencyAmount: core.Amount,
  receiverUmaAddress: Schema.optionalKey(uma),
  customerId: Schema.optionalKey(core.CustomerId)
})
const receipt = { headers, payload: Receipt, success: TransactionBody }
const about = {
  ground: "sandbox",
  scope: "TRANSACT",
  refusals: [...ofLimits, "AccountNotFound", "CustomerDeleted", "CustomerNotFound", "InsufficientBalance"]
} as const

const receive = (payload: typeof Receipt.Type) =>
  inCurrencies(transactionBody)(
    core.receivePayment({
      senderUmaAddress: payload.senderUmaAddress,
      receiver: { customerId: payload.customerId, umaAddress: payload.receiverUmaAddress },
      currency: payload.receivingCurrencyCode,
      amount: payload.receivingCurrencyAmount
    })
  )

export const receivePayment = endpoint(
  HttpApiEndpoint.post("receivePayment", "/sandbox/receive", receipt),
  { summary: "Simulate a payment from a payment address", ...about },
  ({ payload }) => receive(payload)
)

export const receiveUmaPayment = endpoint(
  HttpApiEndpoint.post("receiveUmaPayment", "/sandbox/uma/receive", receipt),
  { summary: "The same operation under its second path", ...about },
  ({ payload }) => receive(payload)
)
