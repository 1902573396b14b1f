import { QuoteId } from "@countersign/core"
import { Schema } from "effect"
import { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { RequiredScope } from "../Authentication.ts"
import { refusalsOf } from "../bodies/ErrorBody.ts"
import { idempotencyHeader } from "../bodies/idempotencyHeader.ts"
import { QuoteBody } from "../bodies/QuoteBody.ts"
import { retryHeaders } from "../bodies/retryHeaders.ts"
import { LenientBody } from "../LenientBody.ts"
import { Reach } from "../Reach.ts"

export const executeQuote = HttpApiEndpoint.post("executeQuote", "/quotes/:id/execute", {
  params: { id: QuoteId },
  headers: { ...idempotencyHeader, "service-wallet-signature": retryHeaders["service-wallet-signature"] },
  payload: Schema.Record(Schema.String, Schema.Json),
  success: QuoteBody,
  error: refusalsOf("executeQuote")
})
  .annotate(Reach, "rails")
  .annotate(RequiredScope, "TRANSACT")
  .annotate(LenientBody, true)
  .annotate(OpenApi.Summary, "Pay a quote")
  .annotate(
    OpenApi.Description,
    "From an embedded wallet only with a stamp over the quote's payloadToSign. Refused with 409 when an end of the quote changed after it was made: make a new quote, and sign that."
  )
