import { Schema } from "@countersign/core/effect"
import { Currency, type CurrencyOf, type Money } from "@countersign/core/internal"

export const CurrencyAmount = Schema.Struct({ amount: Schema.Int, currency: Currency }).annotate({
  identifier: "CurrencyAmount",
  description: "An amount of money. `amount` is in the smallest unit of the currency"
})

/** Returns a currency as its response body. A currency that the host has removed is shown by its code alone. */
export const currencyBody = (known: CurrencyOf, code: string): typeof Currency.Type =>
  known(code) ?? { code, name: code, symbol: "", decimals: 2 }

export const currencyAmount = (known: CurrencyOf, { amount, currency }: Money): typeof CurrencyAmount.Type => ({
  amount,
  currency: currencyBody(known, currency)
})

/** The refusals of a payment by the platform's configured limits. */
export const ofLimits = [
  "AmountBeyondLimits",
  "CounterpartyIncomplete",
  "CurrencyUnsupported",
  "TransactionTypeDisabled"
] as const

/** The refusals that all payment operations share. */
export const ofPayment = [
  "AccountNotFound",
  "CurrencyRefused",
  "CustomerDeleted",
  "ExternalAccountNotActive",
  "ExternalAccountNotFound",
  "InsufficientBalance",
  "OriginatorUnregistered"
] as const
