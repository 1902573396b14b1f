import { Currency, type CurrencyOf, currencyOf, type Money } from "@countersign/core/internal"
import { Effect, Schema } from "effect"
import type { RefusalTag } from "../../errors/catalogue.ts"

export const CurrencyAmount = Schema.Struct({ amount: Schema.Int, currency: Currency }).annotate({
  identifier: "CurrencyAmount"
})

/** A currency as it is written. One that the host had once, and has no more, is known by its code alone. */
export const currencyBody = (known: CurrencyOf, code: string): typeof Currency.Type =>
  known(code) ?? { code, name: code, symbol: "", decimals: 2 }

export const currencyAmount = (known: CurrencyOf, { amount, currency }: Money): typeof CurrencyAmount.Type => ({
  amount,
  currency: currencyBody(known, currency)
})

/** Writes what a program answers, with the currencies of the host. */
export const inCurrencies =
  <A, B>(write: (known: CurrencyOf) => (value: A) => B) =>
  <E, R>(program: Effect.Effect<A, E, R>): Effect.Effect<B, E, R> =>
    Effect.flatMap(currencyOf, (known) => Effect.map(program, write(known)))

/** What a payment refuses by the config of the platform. */
export const ofLimits = [
  "AmountBeyondLimits",
  "CounterpartyIncomplete",
  "CurrencyUnsupported",
  "TransactionTypeDisabled"
] as const satisfies ReadonlyArray<RefusalTag>

/** What a payment refuses, whichever way it is made. */
export const ofPayment = [
  "AccountNotFound",
  "CurrencyRefused",
  "CustomerDeleted",
  "ExternalAccountNotActive",
  "ExternalAccountNotFound",
  "InsufficientBalance",
  "OriginatorUnregistered"
] as const satisfies ReadonlyArray<RefusalTag>
