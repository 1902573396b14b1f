import { Effect, Schema } from "@countersign/core/effect"
import * as core from "@countersign/core/internal"
import type { Refusal } from "../../errors/answer.ts"
import { get } from "../endpoint.ts"
import { currencyCode, optional, Timestamp } from "../fields.ts"

const smallest = (description: string) =>
  Schema.Int.annotate({ description: `${description}, in the smallest unit of its currency` })

const ExchangeRate = Schema.Struct({
  sourceCurrency: core.Currency,
  destinationCurrency: core.Currency,
  destinationPaymentRail: Schema.String.annotate({
    description: "Such as SEPA or SPEI; for a coin, the name of its network"
  }),
  minSendingAmount: smallest("The minimum amount to send"),
  maxSendingAmount: smallest("The maximum amount to send"),
  sendingAmount: smallest("The requested amount, including fees"),
  receivingAmount: smallest("The received amount after fees; 0 when it is less than one unit"),
  exchangeRate: Schema.Finite.annotate({ description: "Sending units for one receiving unit, net of fees" }),
  fees: Schema.Struct({ fixed: smallest("The fixed fee of each payment") }),
  updatedAt: Timestamp,
  sendingCurrency: core.Currency.annotate({ description: "Same as sourceCurrency" }),
  receivingCurrency: core.Currency.annotate({ description: "Same as destinationCurrency" }),
  feeBasisPoints: Schema.Int.annotate({ description: "Rate applied to the sent amount" }),
  fixedFee: Schema.Int.annotate({ description: "In the smallest unit of the sending currency" })
}).annotate({ identifier: "ExchangeRate" })

/** An integer query parameter of digits only. */
const amount = Schema.String.check(Schema.isPattern(/^[1-9][0-9]{0,15}$/u))
  .pipe(Schema.decodeTo(Schema.FiniteFromString))
  .check(Schema.isLessThanOrEqualTo(core.MOST_LOCKED))
  .annotate({ description: "In the smallest unit of the source currency; default 10000" })

const currencies = Schema.Array(currencyCode).check(Schema.isMaxLength(100))

export const listExchangeRates = get("listExchangeRates", "/exchange-rates", {
  ofUser: "none",
  summary: "List exchange rates of a currency into one or all other currencies",
  description: "Returns one row for each destination currency and payout rail.",
  ground: "rails",
  query: {
    sourceCurrency: optional(currencyCode, "Default: the currencies of the accounts in this environment"),
    destinationCurrency: optional(currencies, "Repeatable; default: every currency"),
    sendingAmount: Schema.optionalKey(amount),
    sendingCurrency: optional(currencyCode, "Same as sourceCurrency, which is preferred"),
    receivingCurrency: optional(currencyCode, "Same as destinationCurrency, which is preferred")
  },
  success: Schema.Struct({ data: Schema.Array(ExchangeRate) }),
  refusals: ["RailsUnavailable"],
  handle: ({ query }) => {
    const { destinationCurrency: targets, receivingCurrency, sendingAmount, sendingCurrency, sourceCurrency } = query
    const from = sourceCurrency ?? sendingCurrency
    const to = targets ?? (receivingCurrency === undefined ? undefined : [receivingCurrency])
    if (from !== (sendingCurrency ?? from)) return twoNames("sendingCurrency", "sourceCurrency")
    if (receivingCurrency !== undefined && to?.join() !== receivingCurrency) {
      return twoNames("receivingCurrency", "destinationCurrency")
    }
    return Effect.map(core.listExchangeRates({ from, to, amount: sendingAmount ?? 10_000 }), (rates) => ({
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
})

const twoNames = (field: string, other: string) => {
  const message = `The value differs from that of ${other}. Send only one of the two.`
  return Effect.fail({ _tag: "InputInvalid", errors: [{ field, message }] } as const satisfies Refusal)
}
