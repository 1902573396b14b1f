import { AccountId, Amount, ExternalAccountId } from "@countersign/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema, OpenApi } from "effect/http-api"
import { RequiredScope } from "../Authentication.ts"
import { refusalsOf } from "../bodies/ErrorBody.ts"
import { idempotencyHeader } from "../bodies/idempotencyHeader.ts"
import { TransactionBody } from "../bodies/TransactionBody.ts"
import { Reach } from "../Reach.ts"

const text = Schema.String.check(Schema.isMinCodePoints(1), Schema.isMaxCodePoints(255))
const more = {
  amount: Amount,
  remittanceInformation: Schema.optionalKey(text),
  purposeOfPayment: Schema.optionalKey(text)
}
const shape = {
  headers: idempotencyHeader,
  success: TransactionBody.pipe(HttpApiSchema.status(201)),
  error: refusalsOf("transferIn")
}

export const transferIn = HttpApiEndpoint.post("transferIn", "/transfer-in", {
  ...shape,
  payload: Schema.Struct({
    source: Schema.Struct({ accountId: ExternalAccountId }),
    destination: Schema.Struct({ accountId: AccountId }),
    ...more
  })
})
  .annotate(Reach, "rails")
  .annotate(RequiredScope, "TRANSACT")
  .annotate(OpenApi.Summary, "Pull money from an external account")

export const transferOut = HttpApiEndpoint.post("transferOut", "/transfer-out", {
  ...shape,
  payload: Schema.Struct({
    source: Schema.Struct({ accountId: AccountId }),
    destination: Schema.Struct({ accountId: ExternalAccountId, paymentRail: Schema.optionalKey(text) }),
    ...more
  })
})
  .annotate(Reach, "rails")
  .annotate(RequiredScope, "TRANSACT")
  .annotate(OpenApi.Summary, "Push money to an external account, in the same currency")
