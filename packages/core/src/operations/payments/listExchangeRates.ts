import { railsFor } from "@countersign/account-types"
import { Clock, Effect, Result } from "effect"
import { currenciesOf, currencyOf } from "../../model/currencies.ts"
import { environmentKey } from "../../model/Environment.ts"
import { type Currency, Policy } from "../../model/Policy.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import { PaymentRails } from "../../ports/PaymentRails.ts"
import { configOf, type PlatformConfig, type SupportedCurrency } from "../../rules/config/PlatformConfig.ts"
import { ruleFor } from "../../rules/config/supported.ts"
import { MOST_LOCKED, priceOfReceiving, priceOfSending, type Terms } from "../../rules/payments/Quote.ts"
import { loadOne } from "../../store/records.ts"

export interface RatesWanted {
  /** The currency that is sent; those that accounts of this host have when absent. */
  readonly from?: string | undefined
  /** The currencies that arrive; all when absent. */
  readonly to?: ReadonlyArray<string> | undefined
  /** In the smallest unit of `from`. */
  readonly amount: number
}

/** The exchange rates of the payment rails: a row for each currency that arrives and each rail that it is paid out by. */
export const listExchangeRates = Effect.fnUntraced(function* ({ amount, from, to }: RatesWanted) {
  const known = yield* currencyOf
  const config = (yield* loadOne(configOf(environmentKey(yield* CurrentEnvironment))))?.value ?? UNLIMITED
  const policy = yield* Policy
  const sources = from === undefined ? [...policy.accountCurrencies, policy.walletCurrency] : [known(from)]
  const targets = to === undefined ? currenciesOf(policy) : to.map(known)
  const pairs = sources.flatMap((sending) => targets.map((receiving) => ({ sending, receiving })))
  const at = yield* Clock.currentTimeMillis
  const rows = yield* Effect.forEach(pairs, ({ receiving, sending }) =>
    sending === undefined || receiving === undefined ? Effect.succeed([]) : rowsOf(sending, receiving, amount, config)
  )
  return rows.flat().map((row) => ({ ...row, amount, at }))
})

const UNLIMITED = { supportedCurrencies: [] }

const rowsOf = Effect.fnUntraced(function* (
  sending: Currency,
  receiving: Currency,
  amount: number,
  config: Pick<PlatformConfig, "supportedCurrencies">
) {
  const rule = ruleFor(config, sending.code, "OUTGOING")
  // A payment that the platform has not enabled has no rate.
  if (Result.isFailure(rule)) return []
  const rails = yield* PaymentRails
  const offer = yield* rails.terms(yield* CurrentEnvironment, sending.code, receiving.code)
  if (offer === undefined) return []
  const terms: Terms = { ...offer, sendingDecimals: sending.decimals, receivingDecimals: receiving.decimals }
  const received = Result.match(priceOfSending(amount, terms), {
    // So little that nothing of it would arrive.
    onFailure: () => 0,
    onSuccess: ({ totalReceiving }) => totalReceiving
  })
  const range = rangeOf(terms, rule.success)
  if (range === undefined) return []
  const row = {
    sending,
    receiving,
    received,
    ...range,
    fee: offer.fee,
    exchangeRate: Number(offer.rate.denominator) / Number(offer.rate.numerator)
  }
  return railsFor(receiving.code).map((rail) => ({ ...row, rail }))
})

/** The least that may be sent so that something arrives, and the most that a quote takes; none where they cross. */
const rangeOf = (terms: Terms, { maxAmount = MOST_LOCKED, minAmount = 0 }: Partial<SupportedCurrency> = {}) => {
  const least = Result.map(priceOfReceiving(1, terms), ({ totalSending }) => totalSending)
  const most = Result.match(priceOfSending(MOST_LOCKED, terms), {
    onSuccess: () => Result.succeed(MOST_LOCKED),
    // More would arrive than a quote counts, so what arrives is the bound.
    onFailure: () => Result.map(priceOfReceiving(MOST_LOCKED, terms), ({ totalSending }) => totalSending)
  })
  if (Result.isFailure(least) || Result.isFailure(most)) return undefined
  const range = { least: Math.max(least.success, minAmount), most: Math.min(most.success, maxAmount) }
  return range.least > range.most ? undefined : range
}
