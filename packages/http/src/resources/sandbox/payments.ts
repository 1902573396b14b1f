import { Effect, Schema } from "@countersign/core/effect"
import * as core from "@countersign/core/internal"
import { InternalAccountBody, internalAccountBody } from "../customers/accounts.ts"
import { type Path, post } from "../endpoint.ts"
import { currencyCode } from "../fields.ts"
import { ofLimits, ofPayment } from "../payments/money.ts"
import { presented, TransactionBody } from "../payments/transactions.ts"
import type { TokenAlone } from "../tokenAlone.ts"

const playMoney: TokenAlone = {
  achieves: "Moves play money.",
  because: "These calls exist in the sandbox alone. There, a documented word also replaces any stamp.",
  writes: ["activities", "internal_accounts", "transactions"]
}

export const fundAccount = post("fundAccount", "/sandbox/internal-accounts/:id/fund", {
  ofUser: "id",
  summary: "Fund an account immediately",
  tokenAlone: playMoney,
  ground: "sandbox",
  scope: "TRANSACT",
  params: { id: core.AccountId },
  payload: Schema.Struct({
    amount: Schema.Int.check(Schema.isLessThanOrEqualTo(100_000_000_000)).annotate({
      description: "In the smallest unit of the currency. Zero and negative amounts return INVALID_AMOUNT"
    })
  }),
  success: InternalAccountBody,
  refusals: ["AccountNotFound", "AmountInvalid", "AmountOutOfRange", "CustomerDeleted"],
  handle: ({ params, payload }) => Effect.map(core.fundAccount(params.id, payload.amount), internalAccountBody)
})

export const sendPayment = post("sendPayment", "/sandbox/send", {
  summary: "Simulate the arrival of the funds of a quote",
  tokenAlone: playMoney,
  ground: "sandbox",
  scope: "TRANSACT",
  payload: Schema.Struct({
    quoteId: core.QuoteId,
    currencyCode,
    currencyAmount: Schema.optionalKey(core.Amount)
  }),
  success: TransactionBody,
  refusals: [
    ...ofPayment,
    "AccountHeld",
    "AccountSuspended",
    "CustomerNotFound",
    "DepositLate",
    "QuoteNotFound",
    "QuoteConsumed",
    "UmaNotFound"
  ],
  handle: ({ payload: { currencyAmount: amount, currencyCode: currency, quoteId } }) =>
    presented(core.depositQuote({ quoteId, currency, amount }))
})

const uma = core.reference(255)

const receive = <const Name extends string, const At extends Path>(name: Name, path: At, summary: string) =>
  post(name, path, {
    summary,
    tokenAlone: playMoney,
    ground: "sandbox",
    scope: "TRANSACT",
    payload: Schema.Struct({
      senderUmaAddress: uma,
      receivingCurrencyCode: currencyCode,
      receivingCurrencyAmount: core.Amount,
      receiverUmaAddress: Schema.optionalKey(uma),
      customerId: Schema.optionalKey(core.CustomerId)
    }),
    success: TransactionBody,
    refusals: [...ofLimits, "AccountNotFound", "CustomerDeleted", "CustomerNotFound", "InsufficientBalance"],
    handle: ({ payload }) =>
      presented(
        core.receivePayment({
          senderUmaAddress: payload.senderUmaAddress,
          receiver: { customerId: payload.customerId, umaAddress: payload.receiverUmaAddress },
          currency: payload.receivingCurrencyCode,
          amount: payload.receivingCurrencyAmount
        })
      )
  })

export const receivePayment = receive("receivePayment", "/sandbox/receive", "Simulate a payment from a payment address")

export const receiveUmaPayment = receive(
  "receiveUmaPayment",
  "/sandbox/uma/receive",
  "The same operation under its second path"
)
