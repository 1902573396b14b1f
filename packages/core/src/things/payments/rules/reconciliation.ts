import { Schema } from "effect"
import type { Millis } from "../../../model/Environment.ts"
import type { TransactionId } from "../../../model/ids.ts"
import { referenceOf } from "./Quote.ts"
import type { Transaction } from "./Transaction.ts"

const Name = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(1000))

/** A booking of a bank's statement. */
export const Booking = Schema.Struct({
  /** The bank's own id of the booking. Of two bookings with the same id and content the second is ignored. */
  id: Name,
  /** The purpose in the words of the bank: they contain an id or a reference of the payment. */
  payment: Schema.optionalKey(Name),
  /** In the smallest unit of the currency. Positive if money came in, negative if it went out. */
  amount: Schema.Int.check(Schema.makeFilter((amount) => amount !== 0, { expected: "an amount other than 0" })),
  currency: Schema.String
})
export type Booking = typeof Booking.Type

/** A difference between a statement and the ledger. */
export interface Difference {
  /**
   * `MISSING`: the ledger has the payment as settled in the period, and the statement has no booking for it. `DOUBLED`: it
   * was booked twice. `DIFFERENT`: amount, currency or outcome differ. `UNKNOWN`: the ledger has no payment for the booking.
   */
  readonly kind: "MISSING" | "DOUBLED" | "DIFFERENT" | "UNKNOWN"
  readonly transactionId?: TransactionId
  /** The ids of the bookings. */
  readonly bookings: ReadonlyArray<string>
  /** The money that the ledger expects, or expected once. */
  readonly ledger?: { readonly amount: number; readonly currency: string; readonly status: Transaction["status"] }
  /** The bookings of the bank, summed, if they have one currency. */
  readonly statement?: { readonly amount: number; readonly currency: string } | undefined
}

/** The payments that the bookings of a statement may be for, by everything that a bank may call them. */
export interface Named {
  /** The payments that were announced by a report under the id of a booking. */
  readonly reported: ReadonlyMap<string, TransactionId>
  readonly payments: Iterable<Transaction>
}

/** The instants that a statement covers, both inclusive. */
export interface Period {
  readonly from: Millis
  readonly to: Millis
}

/** Whether the bank has anything to book for a payment: one between two internal accounts never leaves the ledger. */
const isAtBank = ({ destination, externalAccountId, source }: Transaction): boolean =>
  externalAccountId !== undefined || source.type !== "ACCOUNT" || destination.type !== "ACCOUNT"

/** The ids of payments in the words of a booking. */
export const idsIn = ({ payment = "" }: Booking): ReadonlyArray<string> =>
  payment.match(/Transaction:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gu) ?? []

/** The names that a bank may give the payment in the words of a booking. */
const namesOf = ({ carrierReference, transactionId }: Transaction): ReadonlyArray<string> => [
  transactionId,
  referenceOf(transactionId),
  ...(carrierReference === undefined ? [] : [carrierReference])
]

/** The parts of the words of a booking that can be names of a payment. */
const wordsOf = ({ payment = "" }: Booking): ReadonlyArray<string> => [payment, ...payment.split(/[^\w:-]+/u)]

/** Compares the bookings of a statement with payments, both in any order. */
export const differencesOf = (
  bookings: ReadonlyArray<Booking>,
  { payments, reported }: Named,
  period: Period
): ReadonlyArray<Difference> => {
  const all = [...payments].filter(isAtBank)
  const named = new Map(all.flatMap((payment) => namesOf(payment).map((name) => [name, payment])))
  const booked = new Map<Transaction, Array<Booking>>(all.map((payment) => [payment, []]))
  const unknown: Array<Booking> = []
  for (const booking of distinct(bookings)) {
    const name = wordsOf(booking).find((word) => named.has(word)) ?? reported.get(booking.id)
    const payment = name === undefined ? undefined : named.get(name)
    const place = payment === undefined ? unknown : booked.get(payment)
    place?.push(booking)
  }
  return [
    ...unknown.map((booking): Difference => ({ kind: "UNKNOWN", bookings: [booking.id], statement: sumOf([booking]) })),
    ...[...booked].flatMap(([payment, own]) => {
      const kind = differenceOf(payment, own, period)
      return kind === undefined ? [] : [differing(kind, payment, own)]
    })
  ]
}

/** Bookings that differ from each other: two files of a bank may overlap. */
const distinct = (bookings: ReadonlyArray<Booking>): Iterable<Booking> =>
  new Map(bookings.map((booking) => [JSON.stringify([booking.id, booking.amount, booking.currency]), booking])).values()

const differenceOf = (payment: Transaction, all: ReadonlyArray<Booking>, period: Period) => {
  const { money, settledAt } = payment
  const { amount, currency } = paid(payment)
  const deposit = depositOf(payment, all)
  const own = all.filter((booking) => booking !== deposit)
  const forth = own.filter((booking) => Math.sign(booking.amount) === Math.sign(amount))
  const back = own.length - forth.length
  if (forth.length > 1 || back > 1) return "DOUBLED"
  if (own.some((booking) => Math.abs(booking.amount) !== Math.abs(amount) || booking.currency !== currency)) {
    return "DIFFERENT"
  }
  if (own.length === 0) {
    const isInPeriod = settledAt !== undefined && settledAt >= period.from && settledAt <= period.to
    return money === "arrived" && isInPeriod ? "MISSING" : undefined
  }
  return (back === 1 ? RETURNED : PAID).has(money) ? undefined : "DIFFERENT"
}

/** The booking of the money that a quote waited for. It may be in the statement of an earlier day. */
const depositOf = ({ money, sent, source, type }: Transaction, all: ReadonlyArray<Booking>) =>
  type === "OUTGOING" && source.type === "REALTIME_FUNDING" && money !== "untouched"
    ? all.find(({ amount, currency }) => amount === sent.amount && currency === sent.currency)
    : undefined

/** Where the money of a payment may be that the bank has paid: the report of its settlement may come later. */
const PAID: ReadonlySet<Transaction["money"]> = new Set(["transit", "arrived"])

/** Where it may be if the bank has it back. */
const RETURNED: ReadonlySet<Transaction["money"]> = new Set(["transit", "back"])

/** The change of money at the bank by a payment, in its currency there. */
const paid = ({ received, sent, type }: Transaction) =>
  type === "INCOMING" ? sent : { ...received, amount: -received.amount }

const differing = (kind: Difference["kind"], payment: Transaction, own: ReadonlyArray<Booking>): Difference => ({
  kind,
  transactionId: payment.transactionId,
  bookings: own.map(({ id }) => id),
  ledger: { ...paid(payment), status: payment.status },
  statement: sumOf(own)
})

const sumOf = (own: ReadonlyArray<Booking>): Difference["statement"] => {
  const [first] = own
  if (first === undefined || own.some(({ currency }) => currency !== first.currency)) return undefined
  return { currency: first.currency, amount: own.reduce((sum, { amount }) => sum + amount, 0) }
}
