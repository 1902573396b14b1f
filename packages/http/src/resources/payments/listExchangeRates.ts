import * as core from "@countersign/core/internal"
import { Effect, Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import type { Refusal } from "../../errors/answer.ts"
import { endpoint } from "../endpoint.ts"
import { currencyCode, Timestamp } from "../fields.ts"

const smallest = (description: string) =>
  Schema.Int.annotate({ description: `${description}, in the smallest unit of its currency` })

const ExchangeRate = Schema.Struct({
  sourceCurrency: core.Currency,
  destinationCurrency: core.Currency,
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
  sendingCurrency: core.Currency.annotate({ description: "The same as sourceCurrency" }),
  receivingCurrency: core.Currency.annotate({ description: "The same as destinationCurrency" }),
  feeBasisPoints: Schema.Int.annotate({ description: "Of what is sent" }),
  fixedFee: Schema.Int.annotate({ description: "In the smallest unit of the sending currency" })
}).annotate({ identifier: "ExchangeRate" })

/** A number as a query has it: digits alone. */
const amount = Schema.String.check(Schema.isPattern(/^[1-9][0-9]{0,15}$/u))
  .pipe(Schema.decodeTo(Schema.FiniteFromString))
  .check(Schema.isLessThanOrEqualTo(core.MOST_LOCKED))
  .annotate({ description: "In the smallest unit of the source currency; 10000 when absent" })
const alias = (name: string) =>
  Schema.optionalKey(currencyCode.annotate({ description: `The same as ${name}, which to prefer` }))

const DEFAULT_AMOUNT = 10_000

export const listExchangeRates = endpoint(
  HttpApiEndpoint.get("listExchangeRates", "/exchange-rates", {
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
  }),
  {
    summary: "List what a currency is worth in another, or in all others",
    description: "A row for each currency that arrives and each rail that it is paid out by.",
    ground: "rails"
  },
  ({ query }) => {
    const { destinationCurrency: targets, receivingCurrency, sendingAmount, sendingCurrency, sourceCurrency } = query
    const from = sourceCurrency ?? sendingCurrency
    const to = targets ?? (receivingCurrency === undefined ? undefined : [receivingCurrency])
    if (from !== (sendingCurrency ?? from)) return twoNames("sendingCurrency", "sourceCurrency")
    if (receivingCurrency !== undefined && to?.join() !== receivingCurrency) {
      return twoNames("receivingCurrency", "destinationCurrency")
    }
    return Effect.map(core.listExchangeRates({ from, to, amount: sendingAmount ?? DEFAULT_AMOUNT }), (rates) => ({
      data: rates.map(({ amount, at, exchangeRate, fee, least, most, rail, received, receiving, sending }) => ({
        sourceCurrency: sending,
        destinationCurrency: receiving,
        destinationPaymentRail: rail,
        minSendingAmount: least,
        maxSendingAmount: most,
        sendingAmount: amount,
        receivingAmount: received,
        exchangeRate,
        fees: { fixed: fee.fixed },
        updatedAt: at,
        sendingCurrency: sending,
        receivingCurrency: receiving,
        feeBasisPoints: fee.basisPoints,
        fixedFee: fee.fixed
      }))
    }))
  }
)

const twoNames = (field: string, other: string) => {
  const message = `The value differs from that of ${other}. Send only one of the two.`
  return Effect.fail({ _tag: "InputInvalid", errors: [{ field, message }] } as const satisfies Refusal)
}
