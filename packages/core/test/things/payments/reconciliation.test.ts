import {
  Booking,
  type Difference,
  differencesOf,
  ExternalAccountId,
  referenceOf,
  TransactionId,
  Transactions
} from "@countersign/core/internal"
import { Result, Schema } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { idsIn } from "../../../src/things/payments/rules/reconciliation.ts"

const PERIOD = { from: 1000, to: 2000 }
const uuid = (nth: number) => `00000000-0000-4000-8000-${nth.toString(16).padStart(12, "0")}`

type State = "untouched" | "transit" | "arrived" | "back"
const PATHS: { readonly [Money in State]: ReadonlyArray<Parameters<typeof Transactions.stepped>[1]> } = {
  untouched: [],
  transit: [{ after: 0, to: "PROCESSING" }],
  arrived: [{ after: 0, to: "COMPLETED" }],
  back: [
    { after: 0, to: "COMPLETED" },
    { after: 0, to: "FAILED", failureReason: "PAYOUT_RETURNED" }
  ]
}

/** A payment of 1,000 and more US dollars for euros, whose money is in a place. */
const payment = (
  nth: number,
  money: State,
  { at = 1500, isFunded = false, isInside = false, type = "OUTGOING" as "INCOMING" | "OUTGOING" } = {}
) => {
  const begun = Transactions.initial({
    transactionId: TransactionId.make(`Transaction:${uuid(nth)}`),
    type,
    customerId: null,
    platformCustomerId: null,
    source: isFunded
      ? { type: "REALTIME_FUNDING", currency: "USD" }
      : { type: "ACCOUNT", accountId: "one", currency: "USD" },
    destination: { type: "ACCOUNT", accountId: "two", currency: "EUR" },
    ...(isInside ? {} : { externalAccountId: ExternalAccountId.make(`ExternalAccount:${uuid(nth)}`) }),
    sent: { amount: 1000 + nth, currency: "USD" },
    received: { amount: 900 + nth, currency: "EUR" },
    fees: 0,
    createdAt: at,
    updatedAt: at
  })
  const made = PATHS[money].reduce(
    (before, step) => Result.getOrThrow(Transactions.stepped(before, step, at)).transaction,
    begun
  )
  return Transactions.accepted(made, `bank-${nth}`, at)
}
type Payment = ReturnType<typeof payment>

const moves = ({ received, sent, type }: Payment) =>
  type === "OUTGOING" ? { amount: -received.amount, currency: "EUR" } : { amount: sent.amount, currency: "USD" }

const there = (of: Payment, id = `b-${of.transactionId}`, words: string = of.transactionId): Booking => ({
  id,
  payment: words,
  ...moves(of)
})
const back = (of: Payment): Booking => ({ ...there(of, `r-${of.transactionId}`), amount: -moves(of).amount })
/** The deposit that a quote waited for. */
const funding = ({ sent, transactionId }: Payment, more = 0, id = `d-${transactionId}`): Booking => ({
  id,
  payment: referenceOf(transactionId),
  amount: sent.amount + more,
  currency: sent.currency
})

/** The bookings of an honest bank for a payment. */
const booked = (of: Payment): ReadonlyArray<Booking> =>
  ({ untouched: [], transit: [there(of)], arrived: [there(of)], back: [there(of), back(of)] })[of.money]

const compared = (bookings: ReadonlyArray<Booking>, payments: ReadonlyArray<Payment>, reported = new Map()) =>
  differencesOf(bookings, { payments, reported }, PERIOD)
const kinds = (differences: ReadonlyArray<Difference>) =>
  differences.map(({ kind, transactionId }) => [kind, transactionId] as const)

/** The faults that the bookings of one payment can have, with the difference of each. */
const FAULTS: ReadonlyArray<readonly [Difference["kind"], State, (of: Payment) => ReadonlyArray<Booking>]> = [
  ["MISSING", "arrived", () => []],
  ["DOUBLED", "arrived", (of) => [there(of), there(of, "again")]],
  ["DOUBLED", "transit", (of) => [there(of), there(of, "again")]],
  ["DOUBLED", "back", (of) => [there(of), back(of), { ...back(of), id: "again" }]],
  ["DIFFERENT", "arrived", (of) => [{ ...there(of), amount: moves(of).amount - 1 }]],
  ["DIFFERENT", "arrived", (of) => [{ ...there(of), currency: "GBP" }]],
  ["DIFFERENT", "arrived", (of) => [there(of), back(of)]],
  ["DIFFERENT", "arrived", (of) => [back(of)]],
  ["DIFFERENT", "back", (of) => [there(of)]],
  ["DIFFERENT", "untouched", (of) => [there(of)]]
]

const types = fc.constantFrom("INCOMING" as const, "OUTGOING" as const)
const some = fc.array(fc.tuple(fc.constantFrom<State>("untouched", "transit", "arrived", "back"), types), {
  maxLength: 8
})
const made = some.map((all) => all.map(([money, type], nth) => payment(nth, money, { type })))

describe("GU1: a statement and the payments", () => {
  it("have no difference when the bank has booked each payment as it is, in any order", () => {
    fc.assert(
      fc.property(
        made.chain((payments) =>
          fc.tuple(
            fc.constant(payments),
            fc.shuffledSubarray(payments.flatMap(booked), { minLength: payments.flatMap(booked).length })
          )
        ),
        ([payments, bookings]) => {
          expect(compared([...bookings, ...bookings], payments)).toEqual([])
        }
      )
    )
  })

  it("differ by each fault alone", () => {
    fc.assert(
      fc.property(made, fc.constantFrom(...FAULTS), types, (payments, [kind, money, fault], type) => {
        const wrong = payment(99, money, { type })
        const found = compared([...payments.flatMap(booked), ...fault(wrong)], [...payments, wrong])
        expect(kinds(found)).toEqual([[kind, wrong.transactionId]])
      })
    )
  })

  it.each<[string, State, (of: Payment) => ReadonlyArray<Booking>, ReadonlyArray<Difference["kind"]>]>([
    ["is the deposit and the payment", "arrived", (of) => [funding(of), there(of)], []],
    ["is sent after its deposit", "transit", (of) => [funding(of)], []],
    ["had its deposit before the statement began", "arrived", (of) => [there(of)], []],
    ["came back", "back", (of) => [funding(of), there(of), back(of)], []],
    ["was never paid", "untouched", () => [], []],
    ["was not sent by the bank", "arrived", (of) => [funding(of)], ["MISSING"]],
    ["was paid twice by the bank", "arrived", (of) => [funding(of), there(of), there(of, "again")], ["DOUBLED"]],
    ["expired before its deposit", "untouched", (of) => [funding(of)], ["DIFFERENT"]],
    ["had a deposit of another amount", "untouched", (of) => [funding(of, 1)], ["DIFFERENT"]],
    ["had a deposit of another amount, and was paid", "arrived", (of) => [funding(of, 1), there(of)], ["DIFFERENT"]],
    [
      "had a deposit in another currency",
      "arrived",
      (of) => [{ ...funding(of), currency: "GBP" }, there(of)],
      ["DIFFERENT"]
    ],
    ["had two deposits", "arrived", (of) => [funding(of), funding(of, 0, "again"), there(of)], ["DIFFERENT"]]
  ])("of a quote that waits for a deposit, one that %s: %j", (_, money, bookings, expected) => {
    const funded = payment(1, money, { isFunded: true })
    expect(compared(bookings(funded), [funded]).map(({ kind }) => kind)).toEqual(expected)
  })

  it("differ by money that comes in for a payment from an account: it waits for no deposit", () => {
    const own = payment(1, "arrived")
    expect(compared([funding(own), there(own)], [own]).map(({ kind }) => kind)).toEqual(["DIFFERENT"])
  })

  it("have no difference if neither the way of a payment nor that back is in the statement", () => {
    expect(compared([], [payment(1, "back")])).toEqual([])
  })

  it("are compared for a deposit to an account of the ledger, and for a payment to an address, which the bank books", () => {
    const funded = payment(1, "arrived", { isFunded: true, isInside: true })
    const inside = payment(2, "arrived", { isInside: true })
    const destination = { type: "UMA_ADDRESS", currency: "EUR" } as const
    const addressed = Transactions.transactions.decode({ ...inside, destination })
    expect(compared([], [funded, inside, addressed]).map(({ kind }) => kind)).toEqual(["MISSING", "MISSING"])
  })

  it("differ by a booking that names no payment, or one that never leaves the ledger", () => {
    const own = payment(1, "arrived", { isInside: true })
    const bookings = [{ id: "x", amount: 5, currency: "USD" }, there(own, "y")]
    expect(compared(bookings, [own])).toEqual([
      { kind: "UNKNOWN", bookings: ["x"], statement: { amount: 5, currency: "USD" } },
      { kind: "UNKNOWN", bookings: ["y"], statement: moves(own) }
    ])
  })

  it("are compared by every name that a bank may use, among other words", () => {
    const one = payment(1, "arrived")
    const words = [
      one.transactionId,
      `INV 42, ${referenceOf(one.transactionId)}/thank you`,
      "bank-1",
      `EREF+${one.transactionId} SVWZ+RENT`
    ]
    expect(words.map((text) => compared([there(one, "b", text)], [one]))).toEqual(words.map(() => []))
    const byReport = [{ id: "event 7", ...moves(one) }]
    expect(compared(byReport, [one], new Map([["event 7", one.transactionId]]))).toEqual([])
    expect(kinds(compared(byReport, [one]))).toEqual([
      ["UNKNOWN", undefined],
      ["MISSING", one.transactionId]
    ])
  })

  it("a payment is missing only if it settled in the period, to the millisecond", () => {
    const at = [999, 1000, 2000, 2001]
    expect(at.map((settled) => kinds(compared([], [payment(1, "arrived", { at: settled })])).length)).toEqual([
      0, 1, 1, 0
    ])
  })

  it("ids are found anywhere in the words of a booking, and nothing that only looks like one", () => {
    const { transactionId } = payment(1, "arrived")
    const idsOf = (words?: string) => idsIn({ id: "b", amount: 1, currency: "USD", ...(words && { payment: words }) })
    expect(idsOf(`EREF+${transactionId} ${transactionId}/x`)).toEqual([transactionId, transactionId])
    const like = [transactionId.slice(0, -1), transactionId.toUpperCase(), transactionId.replace("-", ""), "rent"]
    expect([undefined, ...like].flatMap(idsOf)).toEqual([])
  })

  it("a booking has an amount", () => {
    const isBooking = Schema.is(Booking)
    const of = (amount: number) => isBooking({ id: "b", amount, currency: "USD" })
    expect([of(-1), of(0), of(1)]).toEqual([true, false, true])
  })

  it("the ledger and the sum of the bookings are said", () => {
    const one = payment(1, "arrived")
    expect(compared([there(one, "a"), there(one, "b")], [one])).toEqual([
      {
        kind: "DOUBLED",
        transactionId: one.transactionId,
        bookings: ["a", "b"],
        ledger: { amount: -901, currency: "EUR", status: "Completed" },
        statement: { amount: -1802, currency: "EUR" }
      }
    ])
    const mixed = compared([there(one, "a"), { ...there(one, "b"), currency: "GBP" }], [one])
    expect(mixed.map(({ statement }) => statement)).toEqual([undefined])
  })
})
