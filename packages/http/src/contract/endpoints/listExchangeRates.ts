import { Currency } from "@countersign/core"
import { Schema } from "effect"
import { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { currencyCode } from "../bodies/codes.ts"
import { Reach } from "../Reach.ts"

const ExchangeRate = Schema.Struct({
  sendingCurrency: Currency,
  receivingCurrency: Currency,
  exchangeRate: Schema.Finite.annotate({ description: "Sending units for one receiving unit, net of fees" }),
  feeBasisPoints: Schema.Int.annotate({ description: "Of what is sent" }),
  fixedFee: Schema.Int.annotate({ description: "In the smallest unit of the sending currency" })
}).annotate({ identifier: "ExchangeRate" })

export const listExchangeRates = HttpApiEndpoint.get("listExchangeRates", "/exchange-rates", {
  query: { sendingCurrency: currencyCode, receivingCurrency: Schema.optionalKey(currencyCode) },
  success: Schema.Struct({ data: Schema.Array(ExchangeRate) })
})
  .annotate(Reach, "rails")
  .annotate(OpenApi.Summary, "List what a currency is worth in another, or in all others")
