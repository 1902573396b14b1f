import * as core from "@countersign/core/internal"
import { Clock, Effect, Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { endpoint } from "../endpoint.ts"
import { idempotencyHeader, stampHeader } from "../signedRetry.ts"
import { inCurrencies, ofLimits, ofPayment } from "./money.ts"
import { QuoteBody, QuoteRequest, quoteBody, quoteCommand } from "./QuoteBody.ts"

const presented = <E, R>(view: Effect.Effect<core.QuoteView, E, R>) =>
  Effect.flatMap(view, (quote) =>
    Effect.flatMap(Clock.currentTimeMillis, (at) => inCurrencies(quoteBody(at))(Effect.succeed(quote)))
  )

export const createQuote = endpoint(
  HttpApiEndpoint.post("createQuote", "/quotes", {
    headers: idempotencyHeader,
    payload: QuoteRequest,
    success: QuoteBody.pipe(HttpApiSchema.status(201))
  }),
  {
    summary: "Create a quote for a payment",
    description:
      "A quote from an embedded wallet has payloadToSign, which states both amounts, the fee, the rate, the payee and the account, and a digest of the source and the destination at that time.",
    ground: "rails",
    scope: "TRANSACT",
    refusals: [
      ...ofLimits,
      ...ofPayment,
      "AmountOutOfRange",
      "CustomerNotFound",
      "QuoteAwaitsDeposit",
      "QuoteExecutionFailed",
      "SignatureNeeded",
      "UmaNotFound"
    ]
  },
  ({ payload }) => presented(core.createQuote(quoteCommand(payload)))
)

export const readQuote = endpoint(
  HttpApiEndpoint.get("readQuote", "/quotes/:id", { params: { id: core.QuoteId }, success: QuoteBody }),
  { summary: "Read a quote and the status of its payment", ground: "rails", refusals: ["QuoteNotFound"] },
  ({ params }) => presented(core.readQuote(params.id))
)

export const executeQuote = endpoint(
  HttpApiEndpoint.post("executeQuote", "/quotes/:id/execute", {
    params: { id: core.QuoteId },
    headers: { ...idempotencyHeader, ...stampHeader },
    payload: Schema.Record(Schema.String, Schema.Json),
    success: QuoteBody
  }),
  {
    summary: "Execute a quote",
    description:
      "From an embedded wallet, requires a stamp over the quote's payloadToSign. Rejected with 409 when the source or destination has changed since the quote was created: create a new quote and sign it.",
    ground: "rails",
    scope: "TRANSACT",
    lenient: "empty",
    refusals: [
      ...ofPayment,
      "CustomerNotFound",
      "QuoteAwaitsDeposit",
      "QuoteEndsChanged",
      "QuoteExecutionFailed",
      "QuoteExpired",
      "QuoteNotFound",
      "QuoteConsumed",
      "StampInvalid",
      "StampKeyRefused",
      "StampMalformed",
      "StampMissing",
      "UmaNotFound"
    ]
  },
  ({ headers, params }) => presented(core.executeQuote(params.id, headers["service-wallet-signature"]))
)
