import { describe, expect, it } from "vitest"
import { askedAgainAt, type InstructionOrder, instructionOf } from "../../../src/things/payments/rules/Instruction.ts"
import { here, idOf, paymentOf, T } from "../../given.ts"

const order = (more: Partial<InstructionOrder> = {}): InstructionOrder => ({
  transactionId: idOf("Transaction"),
  environment: here,
  sealed: "",
  dueAt: T,
  attempts: 0,
  ...more
})
const end = { type: "INTERNAL", accountId: idOf("InternalAccount"), currency: "USD" } as const
const ends = { source: end, destination: end }

describe("GU1: an instruction to the bank", () => {
  it("names the quote, the offer and the description of its payment where there are any", () => {
    const plain = Object.keys(instructionOf(order(), ends, paymentOf().value))
    expect(["quoteId", "offerReference", "description"].filter((name) => plain.includes(name))).toEqual([])
    const named = paymentOf([], { quoteId: idOf("Quote"), description: "Rent" }).value
    expect(instructionOf(order({ offerReference: "offer-1" }), ends, named)).toMatchObject({
      quoteId: idOf("Quote"),
      offerReference: "offer-1",
      description: "Rent"
    })
  })

  it("is asked about after a minute, twice as long each time, and at least once an hour", () => {
    const waits = [0, 1, 2, 5, 6, 100].map((attempts) => askedAgainAt(order({ attempts }), T) - T)
    expect(waits).toEqual([60_000, 120_000, 240_000, 1_920_000, 3_600_000, 3_600_000])
  })
})
