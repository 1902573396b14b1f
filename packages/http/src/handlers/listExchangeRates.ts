import * as core from "@countersign/core"
import { Effect } from "effect"
import * as endpoint from "../contract/endpoints/listExchangeRates.ts"
import { answered, refuse } from "../errors/answer.ts"
import { handler } from "./handler.ts"

const DEFAULT_AMOUNT = 10_000

export const listExchangeRates = handler(endpoint.listExchangeRates, ({ query }) => {
  const { destinationCurrency: targets, receivingCurrency, sendingAmount, sendingCurrency, sourceCurrency } = query
  const from = sourceCurrency ?? sendingCurrency
  const to = targets ?? (receivingCurrency === undefined ? undefined : [receivingCurrency])
  if (from !== (sendingCurrency ?? from)) return Effect.succeed(twoNames("sendingCurrency", "sourceCurrency"))
  if (receivingCurrency !== undefined && to?.join() !== receivingCurrency) {
    return Effect.succeed(twoNames("receivingCurrency", "destinationCurrency"))
  }
  return answered(
    Effect.map(core.listExchangeRates({ from, to, amount: sendingAmount ?? DEFAULT_AMOUNT }), (rates) => ({
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
  )
})

const twoNames = (field: string, other: string) =>
  refuse(
    { _tag: "InputInvalid" },
    { errors: [{ field, message: `The value differs from that of ${other}. Send only one of the two.` }] }
  )
