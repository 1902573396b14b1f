import { Currency, MOST_LOCKED } from "@countersign/core"
import { Schema } from "effect"
import { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { currencyCode } from "../bodies/codes.ts"
import { Timestamp } from "../bodies/wire.ts"
import { Reach } from "../Reach.ts"

const smallest = (description: string) =>
  Schema.Int.annotate({ description: `${description}, in the smallest unit of its currency` })

const ExchangeRate = Schema.Struct({
  sourceCurrency: Currency,
  destinationCurrency: Currency,
  destinationPaymentRail: Schema.String.annotate({
    description: "Such as SEPA or SPEI; the name of the network for a coin"
  }),
  minSendingAmount: smallest("The least that may be sent"),
  maxSendingAmount: smallest("The most that may be sent"),
  sendingAmount: smallest("As it was asked for, fees included"),
  receivingAmount: smallest("What arrives of sendingAmount, fees taken off; 0 where that is less than one unit"),
  exchangeRate: Schema.Finite.annotate({ description: "Sending units for one receiving unit, net of fees" }),
  fees: Schema.Struct({ fixed: smallest("A fee of every payment") }),
  updatedAt: Timestamp,
  sendingCurrency: Currency.annotate({ description: "The same as sourceCurrency" }),
  receivingCurrency: Currency.annotate({ description: "The same as destinationCurrency" }),
  feeBasisPoints: Schema.Int.annotate({ description: "Of what is sent" }),
  fixedFee: Schema.Int.annotate({ description: "In the smallest unit of the sending currency" })
}).annotate({ identifier: "ExchangeRate" })

/** A number as a query has it: digits alone. */
const amount = Schema.String.check(Schema.isPattern(/^[1-9][0-9]{0,15}$/u))
  .pipe(Schema.decodeTo(Schema.FiniteFromString))
  .check(Schema.isLessThanOrEqualTo(MOST_LOCKED))
  .annotate({ description: "In the smallest unit of the source currency; 10000 when absent" })
const alias = (name: string) =>
  Schema.optionalKey(currencyCode.annotate({ description: `The same as ${name}, which to prefer` }))

export const listExchangeRates = HttpApiEndpoint.get("listExchangeRates", "/exchange-rates", {
  query: {
    sourceCurrency: Schema.optionalKey(
      currencyCode.annotate({ description: "The currencies of accounts here when absent" })
    ),
    destinationCurrency: Schema.optionalKey(
      Schema.Array(currencyCode).check(Schema.isMaxLength(100)).annotate({
        description: "May come several times; every currency when absent"
      })
    ),
    sendingAmount: Schema.optionalKey(amount),
    sendingCurrency: alias("sourceCurrency"),
    receivingCurrency: alias("destinationCurrency")
  },
  success: Schema.Struct({ data: Schema.Array(ExchangeRate) })
})
  .annotate(Reach, "rails")
  .annotate(OpenApi.Summary, "List what a currency is worth in another, or in all others")
  .annotate(OpenApi.Description, "A row for each currency that arrives and each rail that it is paid out by.")
