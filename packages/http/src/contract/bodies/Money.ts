import { Currency, currencies, type Money } from "@countersign/core"
import { Schema } from "effect"

export const CurrencyAmount = Schema.Struct({ amount: Schema.Int, currency: Currency }).annotate({
  identifier: "CurrencyAmount"
})

export const currencyOf = (code: string): typeof Currency.Type =>
  currencies.get(code) ?? { code, name: code, symbol: "", decimals: 2 }

export const currencyAmount = ({ amount, currency }: Money): typeof CurrencyAmount.Type => ({
  amount,
  currency: currencyOf(currency)
})
