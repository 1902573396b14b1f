import * as core from "@countersign/core"
import { Effect } from "effect"
import * as endpoint from "../contract/endpoints/listExchangeRates.ts"
import { answered } from "../errors/answer.ts"
import { handler } from "./handler.ts"

export const listExchangeRates = handler(endpoint.listExchangeRates, ({ query }) =>
  answered(
    Effect.map(core.listExchangeRates(query.sendingCurrency, query.receivingCurrency), (rates) => ({
      data: rates.map(({ exchangeRate, fee, receiving, sending }) => ({
        sendingCurrency: sending,
        receivingCurrency: receiving,
        exchangeRate,
        feeBasisPoints: fee.basisPoints,
        fixedFee: fee.fixed
      }))
    }))
  )
)
