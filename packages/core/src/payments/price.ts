import { Result } from "effect"
import type { Fee, Rate } from "../model/Rate.ts"
import { AmountOutOfRange } from "./refusals.ts"

export interface Terms {
  readonly rate: Rate
  readonly fee: Fee
  readonly sendingDecimals: number
  readonly receivingDecimals: number
}

export interface Price {
  readonly totalSending: number
  readonly fees: number
  readonly totalReceiving: number
}

/** What the receiver gets for a whole sum, fees taken from it. Rounded down: nothing is paid out that was not paid in. */
export const priceOfSending = (amount: number, terms: Terms): Result.Result<Price, AmountOutOfRange> => {
  const fees = feeOf(BigInt(amount), terms.fee)
  const received = converted(BigInt(amount) - fees, terms)
  return priced(BigInt(amount), fees, received)
}

/** What the sender pays so that the receiver gets a whole sum, fees included. Rounded up, for the same reason. */
export const priceOfReceiving = (amount: number, terms: Terms): Result.Result<Price, AmountOutOfRange> => {
  const { fee, rate, receivingDecimals, sendingDecimals } = terms
  const net = ceiling(
    BigInt(amount) * rate.denominator * scale(sendingDecimals),
    rate.numerator * scale(receivingDecimals)
  )
  const gross = ceiling((net + BigInt(fee.fixed)) * WHOLE, WHOLE - BigInt(fee.basisPoints))
  return priced(gross, gross - net, BigInt(amount))
}

/** Sending units for one receiving unit, net of fees: how the interface's partners spell a rate. */
export const exchangeRate = (
  { fees, totalReceiving, totalSending }: Price,
  { receivingDecimals, sendingDecimals }: Pick<Terms, "receivingDecimals" | "sendingDecimals">
): number => (totalSending - fees) / 10 ** sendingDecimals / (totalReceiving / 10 ** receivingDecimals)

/** The most that a quote locks on either side, in the smallest unit. */
export const MOST_LOCKED = 9e15

const WHOLE = 10_000n

const feeOf = (amount: bigint, { basisPoints, fixed }: Fee): bigint =>
  ceiling(amount * BigInt(basisPoints), WHOLE) + BigInt(fixed)

const converted = (net: bigint, { rate, receivingDecimals, sendingDecimals }: Terms): bigint =>
  net <= 0n ? 0n : (net * rate.numerator * scale(receivingDecimals)) / (rate.denominator * scale(sendingDecimals))

const priced = (sending: bigint, fees: bigint, receiving: bigint): Result.Result<Price, AmountOutOfRange> =>
  receiving < 1n || sending > MOST || receiving > MOST
    ? Result.fail(new AmountOutOfRange())
    : Result.succeed({ totalSending: Number(sending), fees: Number(fees), totalReceiving: Number(receiving) })

const MOST = BigInt(Number.MAX_SAFE_INTEGER)
const scale = (decimals: number): bigint => 10n ** BigInt(decimals)
const ceiling = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor
