import { HttpApiEndpoint, HttpApiSchema, OpenApi } from "effect/http-api"
import { RequiredScope } from "../Authentication.ts"
import { refusalsOf } from "../bodies/ErrorBody.ts"
import { idempotencyHeader } from "../bodies/idempotencyHeader.ts"
import { QuoteBody, QuoteRequest } from "../bodies/QuoteBody.ts"
import { Reach } from "../Reach.ts"

export const createQuote = HttpApiEndpoint.post("createQuote", "/quotes", {
  headers: idempotencyHeader,
  payload: QuoteRequest,
  success: QuoteBody.pipe(HttpApiSchema.status(201)),
  error: refusalsOf("createQuote")
})
  .annotate(Reach, "rails")
  .annotate(RequiredScope, "TRANSACT")
  .annotate(OpenApi.Summary, "Offer terms for a payment")
  .annotate(
    OpenApi.Description,
    "A quote from an embedded wallet has payloadToSign, which names both amounts, fee, rate, payee and account, and a digest of both ends as they were."
  )
