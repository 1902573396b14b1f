import { railsFor } from "@countersign/account-types"
import { Clock, Effect, Result } from "effect"
import { currenciesOf, currencyOf } from "../../model/currencies.ts"
import { Policy, type PolicyCurrency } from "../../model/Policy.ts"
import { CurrentEnvironment, currentKey } from "../../ports/EnvironmentRunner.ts"
import { PaymentRails } from "../../ports/PaymentRails.ts"
import { loadOne } from "../../store/records.ts"
import { configOf, type PlatformConfig, type SupportedCurrency } from "../platforms/rules/PlatformConfig.ts"
import { ruleFor } from "../platforms/rules/supported.ts"
import { MOST_LOCKED, priceOfReceiving, priceOfSending, type Terms } from "./rules/Quote.ts"

export interface RateFilter {
  /** The sending currency. If absent, all currencies of the host's accounts. */
  readonly from?: string | undefined
  /** The receiving currencies. If absent, all of them. */
  readonly to?: ReadonlyArray<string> | undefined
  /** In the smallest unit of `from`. */
  readonly amount: number
}

/** Returns the exchange rates of the payment rails: one row per receiving currency and payout rail. */
export const listExchangeRates = Effect.fnUntraced(function* ({ amount, from, to }: RateFilter) {
  const known = yield* currencyOf
  const config = (yield* loadOne(configOf(yield* currentKey)))?.value
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

const rowsOf = Effect.fnUntraced(function* (
  sending: PolicyCurrency,
  receiving: PolicyCurrency,
  amount: number,
  config: PlatformConfig | undefined
) {
  const rule = ruleFor(config, sending.code, "OUTGOING")
  // A currency that the platform has not enabled has no rate.
  if (Result.isFailure(rule)) return []
  const rails = yield* PaymentRails
  const environment = yield* CurrentEnvironment
  const offer = yield* rails.price({ environment, from: sending.code, to: receiving.code })
  if (offer === undefined) return []
  const terms: Terms = { ...offer, sendingDecimals: sending.decimals, receivingDecimals: receiving.decimals }
  const received = Result.match(priceOfSending(amount, terms), {
    // The amount is too small for anything to arrive.
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

/**
 * The minimum amount for which something arrives, and the maximum that a quote allows. Returns `undefined` if the
 * minimum exceeds the maximum.
 */
const rangeOf = (terms: Terms, { maxAmount = MOST_LOCKED, minAmount = 0 }: Partial<SupportedCurrency> = {}) => {
  const least = Result.map(priceOfReceiving(1, terms), ({ totalSending }) => totalSending)
  const most = Result.match(priceOfSending(MOST_LOCKED, terms), {
    onSuccess: () => Result.succeed(MOST_LOCKED),
    // The received amount would exceed the maximum of a quote, so the maximum is derived from the receiving side.
    onFailure: () => Result.map(priceOfReceiving(MOST_LOCKED, terms), ({ totalSending }) => totalSending)
  })
  if (Result.isFailure(least) || Result.isFailure(most)) return undefined
  const range = { least: Math.max(least.success, minAmount), most: Math.min(most.success, maxAmount) }
  return range.least > range.most ? undefined : range
}
