import * as core from "@countersign/core"
import { Clock, Effect } from "effect"
import { internalAccountBody } from "../contract/bodies/InternalAccountBody.ts"
import { inCurrencies } from "../contract/bodies/Money.ts"
import { transactionBody } from "../contract/bodies/TransactionBody.ts"
import * as endpoint from "../contract/endpoints/sandbox.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"

export const fundAccount = handler(endpoint.fundAccount, ({ params, payload }) =>
  answered(Effect.map(core.fundAccount(params.id, payload.amount), internalAccountBody))
)
export const sendPayment = handler(
  endpoint.sendPayment,
  ({ payload: { currencyAmount: amount, currencyCode: currency, quoteId } }) =>
    answered(inCurrencies(transactionBody)(core.depositQuote({ quoteId, currency, amount })))
)

const receive = (payload: typeof endpoint.Receipt.Type) =>
  answered(
    inCurrencies(transactionBody)(
      core.receivePayment({
        senderUmaAddress: payload.senderUmaAddress,
        receiver: { customerId: payload.customerId, umaAddress: payload.receiverUmaAddress },
        currency: payload.receivingCurrencyCode,
        amount: payload.receivingCurrencyAmount
      })
    )
  )

export const receivePayment = handler(endpoint.receivePayment, ({ payload }) => receive(payload))
export const receiveUmaPayment = handler(endpoint.receiveUmaPayment, ({ payload }) => receive(payload))

export const readClock = handler(endpoint.readClock, () =>
  answered(Effect.map(Clock.currentTimeMillis, (now) => ({ now })))
)

export const advanceClock = handler(endpoint.advanceClock, ({ payload }) =>
  answered(
    Effect.gen(function* () {
      const control = yield* core.ClockControl
      return { now: yield* control.advance(yield* core.CurrentEnvironment, payload.seconds * 1000) }
    })
  )
)
