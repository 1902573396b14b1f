import { QuoteId } from "@countersign/core"
import { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { refusals } from "../bodies/ErrorBody.ts"
import { QuoteBody } from "../bodies/QuoteBody.ts"
import { Reach } from "../Reach.ts"

export const readQuote = HttpApiEndpoint.get("readQuote", "/quotes/:id", {
  params: { id: QuoteId },
  success: QuoteBody,
  error: refusals(404)
})
  .annotate(Reach, "rails")
  .annotate(OpenApi.Summary, "Read a quote, and where its payment stands")
