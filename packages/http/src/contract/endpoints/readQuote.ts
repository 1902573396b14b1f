import { QuoteId } from "@countersign/core"
import { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { refusalsOf } from "../bodies/ErrorBody.ts"
import { QuoteBody } from "../bodies/QuoteBody.ts"
import { Reach } from "../Reach.ts"

export const readQuote = HttpApiEndpoint.get("readQuote", "/quotes/:id", {
  params: { id: QuoteId },
  success: QuoteBody,
  error: refusalsOf("readQuote")
})
  .annotate(Reach, "rails")
  .annotate(OpenApi.Summary, "Read a quote, and where its payment stands")
