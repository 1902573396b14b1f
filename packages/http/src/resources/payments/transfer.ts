import * as core from "@countersign/core/internal"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { endpoint } from "../endpoint.ts"
import { idempotencyHeader } from "../signedRetry.ts"
import { inCurrencies, ofLimits, ofPayment } from "./money.ts"
import { TransactionBody, transactionBody } from "./readTransactions.ts"

const text = Schema.String.check(Schema.isMinCodePoints(1), Schema.isMaxCodePoints(255))
const more = {
  amount: core.Amount,
  remittanceInformation: Schema.optionalKey(text),
  purposeOfPayment: Schema.optionalKey(text)
}
const shape = { headers: idempotencyHeader, success: TransactionBody.pipe(HttpApiSchema.status(201)) }
const refusals = [...ofLimits, ...ofPayment, "AccountUnsuitable"] as const

export const transferIn = endpoint(
  HttpApiEndpoint.post("transferIn", "/transfer-in", {
    ...shape,
    payload: Schema.Struct({
      source: Schema.Struct({ accountId: core.ExternalAccountId }),
      destination: Schema.Struct({ accountId: core.AccountId }),
      ...more
    })
  }),
  { summary: "Pull funds from an external account", ground: "rails", scope: "TRANSACT", refusals },
  ({ payload: { amount, destination, source } }) =>
    inCurrencies(transactionBody)(
      core.transferIn({ internal: destination.accountId, external: source.accountId, amount })
    )
)

export const transferOut = endpoint(
  HttpApiEndpoint.post("transferOut", "/transfer-out", {
    ...shape,
    payload: Schema.Struct({
      source: Schema.Struct({ accountId: core.AccountId }),
      destination: Schema.Struct({ accountId: core.ExternalAccountId, paymentRail: Schema.optionalKey(text) }),
      ...more
    })
  }),
  { summary: "Push funds to an external account in the same currency", ground: "rails", scope: "TRANSACT", refusals },
  ({ payload: { amount, destination, source } }) =>
    inCurrencies(transactionBody)(
      core.transferOut({ internal: source.accountId, external: destination.accountId, amount })
    )
)
