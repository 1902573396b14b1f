import { AccountId, Amount, CustomerId, QuoteId } from "@countersign/core"
import { Schema } from "effect"
import { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { RequiredScope } from "../Authentication.ts"
import { currencyCode } from "../bodies/codes.ts"
import { refusalsOf } from "../bodies/ErrorBody.ts"
import { InternalAccountBody } from "../bodies/InternalAccountBody.ts"
import { idempotencyHeader } from "../bodies/idempotencyHeader.ts"
import { TransactionBody } from "../bodies/TransactionBody.ts"
import { Timestamp } from "../bodies/wire.ts"
import { Reach } from "../Reach.ts"

const headers = idempotencyHeader
const uma = Schema.String.check(Schema.isMinCodePoints(1), Schema.isMaxCodePoints(255))

export const fundAccount = HttpApiEndpoint.post("fundAccount", "/sandbox/internal-accounts/:id/fund", {
  params: { id: AccountId },
  headers,
  payload: Schema.Struct({
    amount: Schema.Int.check(Schema.isLessThanOrEqualTo(100_000_000_000)).annotate({
      description: "In the smallest unit of the currency. INVALID_AMOUNT is the answer to 0 and less"
    })
  }),
  success: InternalAccountBody,
  error: refusalsOf("fundAccount")
})
  .annotate(Reach, "sandbox")
  .annotate(RequiredScope, "TRANSACT")
  .annotate(OpenApi.Summary, "Put money on an account, at once")

export const sendPayment = HttpApiEndpoint.post("sendPayment", "/sandbox/send", {
  headers,
  payload: Schema.Struct({
    quoteId: QuoteId,
    currencyCode,
    currencyAmount: Schema.optionalKey(Amount)
  }),
  success: TransactionBody,
  error: refusalsOf("sendPayment")
})
  .annotate(Reach, "sandbox")
  .annotate(RequiredScope, "TRANSACT")
  .annotate(OpenApi.Summary, "Let the money arrive that a quote waits for")

export const Receipt = Schema.Struct({
  senderUmaAddress: uma,
  receivingCurrencyCode: currencyCode,
  receivingCurrencyAmount: Amount,
  receiverUmaAddress: Schema.optionalKey(uma),
  customerId: Schema.optionalKey(CustomerId)
})

const receipt = {
  headers,
  payload: Receipt,
  success: TransactionBody,
  error: refusalsOf("receivePayment")
}

export const receivePayment = HttpApiEndpoint.post("receivePayment", "/sandbox/receive", receipt)
  .annotate(Reach, "sandbox")
  .annotate(RequiredScope, "TRANSACT")
  .annotate(OpenApi.Summary, "Let a payment from a payment address arrive")

export const receiveUmaPayment = HttpApiEndpoint.post("receiveUmaPayment", "/sandbox/uma/receive", receipt)
  .annotate(Reach, "sandbox")
  .annotate(RequiredScope, "TRANSACT")
  .annotate(OpenApi.Summary, "The same, under its other path")

/** A year: more than anything here waits for. */
const YEAR = 31_536_000

export const readClock = HttpApiEndpoint.get("readClock", "/sandbox/clock", {
  success: Schema.Struct({ now: Timestamp })
})
  .annotate(Reach, "sandbox")
  .annotate(OpenApi.Summary, "Read the time of the sandbox")
  .annotate(OpenApi.Description, "Ours. Sessions, codes and identity tokens go by this time.")

export const advanceClock = HttpApiEndpoint.post("advanceClock", "/sandbox/clock/advance", {
  headers,
  payload: Schema.Struct({ seconds: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: YEAR })) }),
  success: Schema.Struct({ now: Timestamp })
})
  .annotate(Reach, "sandbox")
  .annotate(RequiredScope, "MANAGE")
  .annotate(OpenApi.Summary, "Move the time of the sandbox on")
  .annotate(
    OpenApi.Description,
    "Ours. What comes due on the way has happened, in order, when this answers: outcomes, expiries, webhooks and their retries."
  )
