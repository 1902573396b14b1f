import { Result, Schema } from "effect"
import * as Machine from "../kernel/Machine.ts"
import { Money } from "../model/Amount.ts"
import { counted } from "../model/counted.ts"
import { CustomerId, ExternalAccountId, QuoteId, TransactionId } from "../model/ids.ts"
import { FailureReason, RefundReason, type Step } from "../model/Step.ts"
import { Millis } from "../model/time.ts"
import * as Collection from "../ports/Collection.ts"

/** Where a payment stands. COMPLETED is not its end: a bank may return what it took. */
export const Status = Schema.TaggedUnion({
  Pending: {},
  Processing: {},
  Completed: {},
  Failed: {},
  Expired: {}
})
export type Status = typeof Status.Type

export const Event = Schema.TaggedUnion({
  Started: {},
  Arrived: {},
  Failed: {},
  TimeRanOut: {}
})
export type Event = typeof Event.Type

const as = <const To extends Status["_tag"]>(to: To) => ({ to, with: () => ({}) })

export const machine = Machine.make<Status, Event>({
  name: "Transaction",
  begins: ["Pending"],
  table: {
    Pending: { Started: as("Processing"), Arrived: as("Completed"), Failed: as("Failed"), TimeRanOut: as("Expired") },
    Processing: { Arrived: as("Completed"), Failed: as("Failed") },
    Completed: { Failed: as("Failed") },
    Failed: {},
    Expired: {}
  }
})

/** One end of a payment, as the interface spells it. */
export const End = Schema.Struct({
  type: Schema.Literals(["ACCOUNT", "REALTIME_FUNDING", "UMA_ADDRESS"]),
  accountId: Schema.optionalKey(Schema.String),
  umaAddress: Schema.optionalKey(Schema.String),
  customerId: Schema.optionalKey(CustomerId),
  currency: Schema.String
})
export type End = typeof End.Type

/** A payment: of a quote, or a transfer without one. */
export const Transaction = Schema.Struct({
  transactionId: TransactionId,
  type: Schema.Literals(["OUTGOING", "INCOMING"]),
  status: Schema.Literals(["Pending", "Processing", "Completed", "Failed", "Expired"]),
  customerId: Schema.NullOr(CustomerId),
  platformCustomerId: Schema.NullOr(Schema.String),
  source: End,
  destination: End,
  /** The external account at one of the ends. Absent where there is none. */
  externalAccountId: Schema.optionalKey(ExternalAccountId),
  sent: Money,
  received: Money,
  fees: Schema.Int,
  quoteId: Schema.optionalKey(QuoteId),
  description: Schema.optionalKey(Schema.String),
  /** Set where the money comes from outside: where to send it. */
  instructions: Schema.optionalKey(Schema.Array(Schema.Json)),
  failureReason: Schema.optionalKey(FailureReason),
  refund: Schema.optionalKey(
    Schema.Struct({
      status: Schema.Literals(["PENDING", "COMPLETED", "FAILED"]),
      reason: RefundReason,
      initiatedAt: Millis,
      settledAt: Schema.optionalKey(Millis)
    })
  ),
  /** Where its money is. */
  money: Schema.Literals(["untouched", "transit", "arrived", "back"]),
  settledAt: Schema.optionalKey(Millis),
  ...counted,
  createdAt: Millis,
  updatedAt: Millis
})
export type Transaction = typeof Transaction.Type

export const transactions = Collection.make({
  name: "transactions",
  schema: Transaction,
  id: ({ transactionId }) => transactionId,
  indexes: {
    all: [],
    customer: ["customerId"],
    platformCustomer: ["platformCustomerId"],
    customerMoney: ["customerId", "status", "money"],
    externalMoney: ["externalAccountId", "status", "money"]
  }
})

const eventFor = (to: Step["to"]): Event["_tag"] | undefined => {
  switch (to) {
    case "PENDING":
      return undefined
    case "PROCESSING":
      return "Started"
    case "COMPLETED":
      return "Arrived"
    case "FAILED":
      return "Failed"
    case "EXPIRED":
      return "TimeRanOut"
  }
}

/** The payment after a step. A step that its status has no cell for is a mistake of whoever wrote the steps. */
export const stepped = (
  transaction: Transaction,
  { failureReason, refund, to }: Step,
  at: Millis
): Result.Result<Transaction, Machine.IllegalTransition> => {
  const event = eventFor(to)
  const status = Status.make({ _tag: transaction.status })
  const next = event === undefined ? Result.succeed(status) : machine.transition(status, Event.make({ _tag: event }))
  return Result.map(next, ({ _tag }) => ({
    ...transaction,
    status: _tag,
    ...(failureReason === undefined ? {} : { failureReason }),
    ...(refund === undefined ? {} : { refund: { ...refund, initiatedAt: at, settledAt: at } }),
    ...(_tag === "Completed" ? { settledAt: at } : {}),
    updatedAt: at
  }))
}

/** The rails would not begin. A payment that began and was given back is no refusal: its transaction tells. */
export const isRefused = ({ failureReason, refund }: Transaction): boolean =>
  failureReason === "QUOTE_EXECUTION_FAILED" && refund === undefined
