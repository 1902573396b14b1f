import { describe, expect, it } from "vitest"
import type { Move, Payment, Place } from "../../../src/model/Step.ts"
import { booked, postingsOf } from "../../../src/things/payments/rules/Journal.ts"
import { environment, idOf, T } from "../../given.ts"

const transactionId = idOf("Transaction")
const from = idOf("InternalAccount", 1)
const to = idOf("InternalAccount", 2)
const outside = (nth: number): Place => ({ outside: idOf("ExternalAccount", nth) })

/** 1,000 US cents leave, of which 30 are the fee, and 900 euro cents arrive. */
const payment: Payment = {
  transactionId,
  source: { internal: from },
  destination: { internal: to },
  sent: { amount: 1000, currency: "USD" },
  fees: 30,
  received: { amount: 900, currency: "EUR" }
}
const linesOf = (move: Move, more: Partial<Payment> = {}) =>
  postingsOf({ ...payment, ...more }, move).map(({ account, amount, currency }) => `${account} ${amount} ${currency}`)

describe("I13: the postings of a move", () => {
  it("are in transit while the money is underway, and back where it came from", () => {
    expect(linesOf("take")).toEqual([`${from} -1000 USD`, "transit 1000 USD"])
    expect(linesOf("giveBack")).toEqual(["transit -1000 USD", `${from} 1000 USD`])
  })

  it("of a payment that arrives pass the exchange, which pays the fee", () => {
    expect(linesOf("deliver")).toEqual([
      ...["transit -1000 USD", "exchange 1000 USD"],
      ...["exchange -30 USD", "fees 30 USD"],
      ...["exchange -900 EUR", `${to} 900 EUR`]
    ])
  })

  it("of a return are those of the arrival, reversed, with the fee", () => {
    expect(linesOf("return")).toEqual([
      ...[`${to} -900 EUR`, "exchange 900 EUR"],
      ...["exchange 30 USD", "fees -30 USD"],
      ...["exchange -1000 USD", `${from} 1000 USD`]
    ])
  })

  it("have no line of a fee of 0, and one account for all that is outside", () => {
    expect(linesOf("take", { source: outside(1) })).toEqual(["world -1000 USD", "transit 1000 USD"])
    expect(linesOf("deliver", { fees: 0, destination: outside(2) })).toEqual([
      ...["transit -1000 USD", "exchange 1000 USD"],
      ...["exchange -900 EUR", "world 900 EUR"]
    ])
  })
})

it("I13: each move of a payment is one entry of its own name, so that a second one conflicts", () => {
  const changes = booked(environment, payment, ["take", "deliver"], T)
  expect(changes.map((change) => [change.op, change.id])).toEqual([
    ["insert", `${transactionId} take`],
    ["insert", `${transactionId} deliver`]
  ])
})
