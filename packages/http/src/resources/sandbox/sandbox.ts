import { Clock, Effect, Schema } from "@countersign/core/effect"
import * as core from "@countersign/core/internal"
import { InternalAccountBody, internalAccountBody } from "../customers/accounts.ts"
import { get, type Path, post } from "../endpoint.ts"
import { currencyCode, ofBalance, ofDeposit, ofLimits, Timestamp } from "../fields.ts"
import { presented, TransactionBody } from "../payments/transactions.ts"

/** One year in seconds, longer than any timeout of the service. */
const YEAR = 31_536_000

const success = Schema.Struct({ now: Timestamp })

export const readClock = get("readClock", "/sandbox/clock", {
  ofUser: "none",
  summary: "Read the sandbox clock",
  description: "Not part of the hosted API. Sessions, codes and identity tokens use this clock.",
  ground: "sandbox",
  success,
  handle: () => Effect.map(Clock.currentTimeMillis, (now) => ({ now }))
})

export const advanceClock = post("advanceClock", "/sandbox/clock/advance", {
  summary: "Advance the sandbox clock",
  description:
    "Not part of the hosted API. Everything that becomes due in between is processed in order before this call returns: outcomes, expiries, webhooks and their retries.",
  tokenAlone: {
    achieves: "Moves the sandbox's time, so that sessions and codes of the sandbox expire.",
    because: "This call exists in the sandbox alone."
  },
  ground: "sandbox",
  payload: Schema.Struct({ seconds: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: YEAR })) }),
  success,
  refusals: ["ClockLimitReached"],
  handle: ({ payload }) =>
    Effect.gen(function* () {
      const control = yield* core.ClockControl
      return { now: yield* control.advance(yield* core.CurrentEnvironment, payload.seconds * 1000) }
    })
})

const playMoney = {
  ground: "sandbox",
  scope: "TRANSACT",
  tokenAlone: {
    achieves: "Moves play money.",
    because: "These calls exist in the sandbox alone. There, a documented word also replaces any stamp.",
    writes: ["activities", "internal_accounts", "transactions"]
  }
} as const

export const fundAccount = post("fundAccount", "/sandbox/internal-accounts/:id/fund", {
  ofUser: "id",
  summary: "Fund an account immediately",
  ...playMoney,
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
  ...playMoney,
  payload: Schema.Struct({
    quoteId: core.QuoteId,
    currencyCode,
    currencyAmount: Schema.optionalKey(core.Amount)
  }),
  success: TransactionBody,
  refusals: ofDeposit,
  handle: ({ payload: { currencyAmount: amount, currencyCode: currency, quoteId } }) =>
    presented(core.depositQuote({ quoteId, currency, amount }))
})

const uma = core.reference(255)

const receive = (name: string, path: Path, summary: string) =>
  post(name, path, {
    summary,
    ...playMoney,
    payload: Schema.Struct({
      senderUmaAddress: uma,
      receivingCurrencyCode: currencyCode,
      receivingCurrencyAmount: core.Amount,
      receiverUmaAddress: Schema.optionalKey(uma),
      customerId: Schema.optionalKey(core.CustomerId)
    }),
    success: TransactionBody,
    refusals: [...ofBalance, ...ofLimits, "AccountNotFound", "CustomerDeleted", "CustomerNotFound"],
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
