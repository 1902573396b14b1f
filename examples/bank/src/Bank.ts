import { createHash } from "node:crypto"
import { appendFileSync, existsSync, readFileSync } from "node:fs"

/** A payment order, as far as the bank reads it. The amount is in the smallest unit of the currency. */
export interface Order {
  readonly id: string
  readonly platformId: string
  readonly destination: { readonly type: string }
  readonly received: { readonly amount: number; readonly currency: string }
}

export type Outcome = "SETTLED" | "FAILED" | "REFUND_PENDING" | "REFUNDED" | "REFUND_FAILED" | "RETURNED"

/** A change of a payment. The bank reports it under its id until the report is answered. */
export interface BankEvent {
  readonly id: string
  readonly payment: string
  readonly platformId: string
  readonly outcome: Outcome
  /** Milliseconds since the epoch. */
  readonly at: number
}

export interface BankOptions {
  /** The journal of the bank. A bank that is started again continues with it. */
  readonly file: string
  /** The length of a day in milliseconds, for tests. */
  readonly day?: number
  readonly now?: () => number
  /** The course of the payment of an order; undefined if the bank rejects it. Default: drawn by the id of the order. */
  readonly courseOf?: (id: string) => Course | undefined
}

/** The outcomes of a payment, each with the day on which it comes, counted from the settlement. */
export type Course = ReadonlyArray<readonly [day: number, outcome: Outcome]>

/** The courses of a hundred payments. The bank rejects the orders of the rest. */
const COURSES: ReadonlyArray<readonly [payments: number, course: Course]> = [
  [70, [[0, "SETTLED"]]],
  [8, [[0, "FAILED"]]],
  [
    7,
    [
      [0, "SETTLED"],
      [3, "RETURNED"]
    ]
  ],
  [
    5,
    [
      [0, "REFUND_PENDING"],
      [1, "REFUNDED"]
    ]
  ],
  [
    5,
    [
      [0, "REFUND_PENDING"],
      [1, "REFUND_FAILED"],
      [2, "REFUNDED"]
    ]
  ]
]

/** A bank that pays each order once, settles orders at the end of the day, and knows of some that they will fail. */
export const makeBank = ({ courseOf = drawnCourse, day = 86_400_000, file, now = Date.now }: BankOptions) => {
  const payments = new Map<string, Payment>()
  const reported = new Set<string>()
  const apply = ({ payment, report }: Line): void => {
    if (payment !== undefined) payments.set(payment.id, payment)
    if (report !== undefined) reported.add(report)
  }
  /** A line is whole, and of one process, before the caller has its answer. */
  const write = (line: Line): void => {
    appendFileSync(file, `\n${JSON.stringify(line)}`)
    apply(line)
  }
  for (const line of existsSync(file) ? readFileSync(file, "utf8").split("\n") : []) apply(lineOf(line))

  /** Accepts an order once. The same order under the same id has the same answer, whatever became of the payment. */
  const accept = (order: Order): "accepted" | "rejected" | "differs" => {
    const known = payments.get(order.id)
    if (known !== undefined) return sameOrder(known, order) ? "accepted" : "differs"
    const course = courseOf(order.id)
    if (course === undefined) return "rejected"
    const { destination, id, platformId, received } = order
    const settledAt = endOfDay(now(), day)
    const events = course.map(([days, outcome], nth) => ({
      id: `${id}/${nth + 1}`,
      payment: id,
      platformId,
      outcome,
      at: settledAt + days * day
    }))
    write({ payment: { id, platformId, destination: { type: destination.type }, received, events } })
    return "accepted"
  }
  const eventsOf = (id: string): ReadonlyArray<BankEvent> =>
    (payments.get(id)?.events ?? []).filter(({ at }) => at <= now())
  return {
    accept,
    /** The events of a payment; undefined if the bank has no order for it. */
    read: (id: string) => (payments.has(id) ? eventsOf(id) : undefined),
    /** The events that were not reported. */
    due: (): ReadonlyArray<BankEvent> => [...payments.keys()].flatMap(eventsOf).filter(({ id }) => !reported.has(id)),
    isReported: (report: string): void => write({ report }),
    /** The bookings of all payments, as CSV: what was paid out is negative. Its currencies have two decimals. */
    statement: (): string =>
      [...payments.values()]
        // Between two customers of the platform the money remains in its account at the bank.
        .filter(({ destination }) => destination.type !== "INTERNAL")
        .flatMap((payment) => bookingsOf(payment, eventsOf(payment.id)))
        .reduce((text, fields) => `${text}${fields.join(",")}\n`, "booking,payment,amount,currency\n")
  }
}

interface Payment extends Order {
  readonly events: ReadonlyArray<BankEvent>
}

/** A line of the journal: an order with all that will become of it, or a report that was answered. */
interface Line {
  readonly payment?: Payment
  readonly report?: string
}

/** The last line of a process that was killed may be incomplete: its order was not answered. */
const lineOf = (text: string): Line => {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

const sameOrder = (one: Order, other: Order): boolean =>
  one.platformId === other.platformId &&
  one.received.amount === other.received.amount &&
  one.received.currency === other.received.currency

/** Orders after 17 o'clock are of the next day. */
const endOfDay = (at: number, day: number): number => (Math.floor(at / day + 7 / 24) + 1) * day

/** A number from 0 to 99, the same for the same text: a run of tests can be repeated. */
export const drawn = (text: string): number => createHash("sha256").update(text).digest().readUInt32BE(0) % 100

const HUNDRED = COURSES.flatMap(([payments, course]) => Array.from({ length: payments }, () => course))

/** The course of the payment of an order, the same for the same id. */
export const drawnCourse = (id: string): Course | undefined => HUNDRED[drawn(id)]

const bookingsOf = ({ id, received: { amount, currency } }: Payment, events: ReadonlyArray<BankEvent>) => [
  [`${id}/0`, id, (-amount / 100).toFixed(2), currency],
  ...events
    .filter(({ outcome }) => BACK.has(outcome))
    .map((event) => [event.id, id, (amount / 100).toFixed(2), currency])
]

/** With these outcomes the money of a payment is back. */
const BACK: ReadonlySet<Outcome> = new Set(["FAILED", "REFUNDED", "RETURNED"])
