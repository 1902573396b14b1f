import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { exchangeRate, priceOfReceiving, priceOfSending, referenceOf } from "../../../src/internal.ts"
import { transactionOf } from "../../../src/things/payments/rules/Quote.ts"

/** One dollar buys 17.25 pesos; both have cents. The fee is 1 % of the sent amount plus 30 cents. */
const pesos = {
  rate: { numerator: 69n, denominator: 4n },
  fee: { basisPoints: 100, fixed: 30 },
  sendingDecimals: 2,
  receivingDecimals: 2
}
const free = { ...pesos, fee: { basisPoints: 0, fixed: 0 } }
const MOST = Number.MAX_SAFE_INTEGER

const reported = <A>(result: Result.Result<A, { readonly _tag: string }>) =>
  Result.match(result, { onSuccess: (price): unknown => price, onFailure: ({ _tag }) => _tag })

describe("the price of sending an amount", () => {
  it("converts the amount after fees at the rate", () => {
    expect(reported(priceOfSending(10_000, pesos))).toEqual({
      totalSending: 10_000,
      fees: 130,
      totalReceiving: 170_257
    })
  })

  it("rounds the result down and the fee up, so that no more is paid out than was paid in", () => {
    // The fee of 101 is 1.01 plus 30; the remaining 69 convert to 1190.25.
    expect(reported(priceOfSending(101, pesos))).toEqual({ totalSending: 101, fees: 32, totalReceiving: 1190 })
  })

  it.each([
    { sendingDecimals: 0, receivingDecimals: 8, sent: 1, received: 1_725_000_000 },
    { sendingDecimals: 8, receivingDecimals: 0, sent: 400_000_000, received: 69 }
  ])(
    "uses the decimals of both currencies: $sendingDecimals and $receivingDecimals",
    ({ received, sent, ...decimals }) => {
      expect(reported(priceOfSending(sent, { ...free, ...decimals }))).toMatchObject({ totalReceiving: received })
    }
  )

  it("fails if the fees leave less than the smallest unit", () => {
    expect(reported(priceOfSending(30, pesos))).toBe("AmountOutOfRange")
    expect(reported(priceOfSending(31, pesos))).toBe("AmountOutOfRange")
    expect(reported(priceOfSending(32, pesos))).toEqual({ totalSending: 32, fees: 31, totalReceiving: 17 })
    expect(reported(priceOfSending(17, { ...free, rate: { numerator: 4n, denominator: 69n } }))).toBe(
      "AmountOutOfRange"
    )
    expect(reported(priceOfSending(18, { ...free, rate: { numerator: 4n, denominator: 69n } }))).toMatchObject({
      totalReceiving: 1
    })
  })

  it("fails above the largest safe integer, to the unit", () => {
    const even = { ...free, rate: { numerator: 1n, denominator: 1n } }
    expect(reported(priceOfSending(MOST, even))).toMatchObject({ totalReceiving: MOST })
    expect(reported(priceOfSending(MOST, free))).toBe("AmountOutOfRange")
  })
})

describe("the price of receiving an amount", () => {
  it("converts the amount at the rate and adds the fees", () => {
    expect(reported(priceOfReceiving(170_257, pesos))).toEqual({
      totalSending: 10_000,
      fees: 130,
      totalReceiving: 170_257
    })
  })

  it("rounds up, so that no less is paid in than is paid out", () => {
    expect(reported(priceOfReceiving(18, free))).toEqual({ totalSending: 2, fees: 0, totalReceiving: 18 })
    expect(reported(priceOfReceiving(69, free))).toEqual({ totalSending: 4, fees: 0, totalReceiving: 69 })
  })

  it("uses the decimals of both currencies", () => {
    const terms = { ...free, sendingDecimals: 3, receivingDecimals: 1 }
    expect(reported(priceOfReceiving(69, terms))).toMatchObject({ totalSending: 400 })
  })

  it("fails above the largest safe integer, to the unit", () => {
    const even = { ...free, rate: { numerator: 1n, denominator: 1n } }
    expect(reported(priceOfReceiving(MOST, even))).toMatchObject({ totalSending: MOST })
    expect(reported(priceOfReceiving(MOST, { ...even, fee: { basisPoints: 0, fixed: 1 } }))).toBe("AmountOutOfRange")
    expect(reported(priceOfReceiving(0, even))).toBe("AmountOutOfRange")
  })
})

it("an exchange rate is whole sending units per receiving unit, net of fees", () => {
  const price = { totalSending: 10_130, fees: 130, totalReceiving: 2_000_000_000 }
  expect(exchangeRate(price, { sendingDecimals: 2, receivingDecimals: 8 })).toBe(5)
})

describe("a statement reference", () => {
  it("is the last digits of the id, in capitals", () => {
    expect(referenceOf("Transaction:019ca945-0a00-7004-89aa-eb1635c726a6")).toBe("CS-EB1635C726A6")
  })

  it("contains no hyphens of the id", () => {
    expect(referenceOf("x:0-1-2-3-4-5-6-7-8-9-a-b-c")).toBe("CS-123456789ABC")
  })
})

it("a quote id and its transaction id have the same digits", () => {
  const quoteId = "Quote:019ca945-0a00-7004-89aa-eb1635c726a6" as Parameters<typeof transactionOf>[0]
  expect(transactionOf(quoteId)).toBe("Transaction:019ca945-0a00-7004-89aa-eb1635c726a6")
})
