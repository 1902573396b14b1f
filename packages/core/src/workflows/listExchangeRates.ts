import { Effect } from "effect"
import { currencies } from "../model/currencies.ts"
import { CurrentEnvironment } from "../ports/CurrentEnvironment.ts"
import { PaymentRails } from "../ports/PaymentRails.ts"

/** What these rails make of one currency in another, or in every other one. */
export const listExchangeRates = Effect.fnUntraced(function* (
  sendingCurrency: string,
  receivingCurrency: string | undefined
) {
  const environment = yield* CurrentEnvironment
  const rails = yield* PaymentRails
  const sending = currencies.get(sendingCurrency)
  const others = receivingCurrency === undefined ? [...currencies.keys()] : [receivingCurrency]
  const each = yield* Effect.forEach(others, (code) =>
    Effect.map(rails.terms(environment, sendingCurrency, code), (terms) => ({ terms, receiving: currencies.get(code) }))
  )
  return each.flatMap(({ receiving, terms }) =>
    sending === undefined || receiving === undefined || terms === undefined
      ? []
      : [
          {
            sending,
            receiving,
            fee: terms.fee,
            exchangeRate: Number(terms.rate.denominator) / Number(terms.rate.numerator)
          }
        ]
  )
})
