import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { exchangeRate, priceOfReceiving, priceOfSending, referenceOf } from "../src/internal.ts"
import { transactionOf } from "../src/rules/payments/Quote.ts"

/** One dollar buys 17.25 pesos; both have cents. A hundredth of what is sent is the fee, and 30 cents besides. */
const pesos = {
  rate: { numerator: 69n, denominator: 4n },
  fee: { basisPoints: 100, fixed: 30 },
  sendingDecimals: 2,
  receivingDecimals: 2
}
const free = { ...pesos, fee: { basisPoints: 0, fixed: 0 } }
const MOST = Number.MAX_SAFE_INTEGER

const told = <A>(result: Result.Result<A, { readonly _tag: string }>) =>
  Result.match(result, { onSuccess: (price): unknown => price, onFailure: ({ _tag }) => _tag })

describe("what arrives of a whole sum", () => {
  it("is the sum without its fees, at the rate", () => {
    expect(told(priceOfSending(10_000, pesos))).toEqual({ totalSending: 10_000, fees: 130, totalReceiving: 170_257 })
  })

  it("is rounded down, and the fee up: nothing is paid out that was not paid in", () => {
    // The fee of 101 is 1.01 and 30; of the 69 that are left 1190.25 arrive.
    expect(told(priceOfSending(101, pesos))).toEqual({ totalSending: 101, fees: 32, totalReceiving: 1190 })
  })

  it.each([
    { sendingDecimals: 0, receivingDecimals: 8, sent: 1, received: 1_725_000_000 },
    { sendingDecimals: 8, receivingDecimals: 0, sent: 400_000_000, received: 69 }
  ])(
    "goes by the decimals of both currencies: $sendingDecimals and $receivingDecimals",
    ({ received, sent, ...decimals }) => {
      expect(told(priceOfSending(sent, { ...free, ...decimals }))).toMatchObject({ totalReceiving: received })
    }
  )

  it("is refused where the fees leave nothing, or less than the smallest unit", () => {
    expect(told(priceOfSending(30, pesos))).toBe("AmountOutOfRange")
    expect(told(priceOfSending(31, pesos))).toBe("AmountOutOfRange")
    expect(told(priceOfSending(32, pesos))).toEqual({ totalSending: 32, fees: 31, totalReceiving: 17 })
    expect(told(priceOfSending(17, { ...free, rate: { numerator: 4n, denominator: 69n } }))).toBe("AmountOutOfRange")
    expect(told(priceOfSending(18, { ...free, rate: { numerator: 4n, denominator: 69n } }))).toMatchObject({
      totalReceiving: 1
    })
  })

  it("is refused where it is more than can be counted, to the last unit", () => {
    const even = { ...free, rate: { numerator: 1n, denominator: 1n } }
    expect(told(priceOfSending(MOST, even))).toMatchObject({ totalReceiving: MOST })
    expect(told(priceOfSending(MOST, free))).toBe("AmountOutOfRange")
  })
})

describe("what is sent so that a whole sum arrives", () => {
  it("is the sum at the rate, and the fees upon it", () => {
    expect(told(priceOfReceiving(170_257, pesos))).toEqual({ totalSending: 10_000, fees: 130, totalReceiving: 170_257 })
  })

  it("is rounded up, so that never less is paid in than is paid out", () => {
    expect(told(priceOfReceiving(18, free))).toEqual({ totalSending: 2, fees: 0, totalReceiving: 18 })
    expect(told(priceOfReceiving(69, free))).toEqual({ totalSending: 4, fees: 0, totalReceiving: 69 })
  })

  it("goes by the decimals of both currencies", () => {
    const terms = { ...free, sendingDecimals: 3, receivingDecimals: 1 }
    expect(told(priceOfReceiving(69, terms))).toMatchObject({ totalSending: 400 })
  })

  it("is refused where it is more than can be counted, to the last unit", () => {
    const even = { ...free, rate: { numerator: 1n, denominator: 1n } }
    expect(told(priceOfReceiving(MOST, even))).toMatchObject({ totalSending: MOST })
    expect(told(priceOfReceiving(MOST, { ...even, fee: { basisPoints: 0, fixed: 1 } }))).toBe("AmountOutOfRange")
    expect(told(priceOfReceiving(0, even))).toBe("AmountOutOfRange")
  })
})

it("an exchange rate is whole units of what is sent for one of what arrives, net of fees", () => {
  const price = { totalSending: 10_130, fees: 130, totalReceiving: 2_000_000_000 }
  expect(exchangeRate(price, { sendingDecimals: 2, receivingDecimals: 8 })).toBe(5)
})

describe("a reference", () => {
  it("is what stands last in the id, in capitals", () => {
    expect(referenceOf("Transaction:019ca945-0a00-7004-89aa-eb1635c726a6")).toBe("CS-EB1635C726A6")
  })

  it("has no hyphens of the id, however that is grouped", () => {
    expect(referenceOf("x:0-1-2-3-4-5-6-7-8-9-a-b-c")).toBe("CS-123456789ABC")
  })
})

it("a quote names its payment by the digits that they share", () => {
  const quoteId = "Quote:019ca945-0a00-7004-89aa-eb1635c726a6" as Parameters<typeof transactionOf>[0]
  expect(transactionOf(quoteId)).toBe("Transaction:019ca945-0a00-7004-89aa-eb1635c726a6")
})
