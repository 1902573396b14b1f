import { Result, Schema } from "effect"
import * as Machine from "../../machine/Machine.ts"
import { counted } from "../../model/counted.ts"
import { Money } from "../../model/currencies.ts"
import { Environment, Millis } from "../../model/Environment.ts"
import { CustomerId, ExternalAccountId, QuoteId, TransactionId } from "../../model/ids.ts"
import { FailureReason, type Move, RefundReason, Step } from "../../model/Step.ts"
import * as Collection from "../../store/Collection.ts"
import { machine as moneyMachine, movesOf } from "./moves.ts"

/** Where a payment stands. Completed is not final: a bank may return what it took. */
export const { machine } = Machine.words({
  name: "Transaction",
  begins: "Pending",
  table: {
    Pending: { Started: "Processing", Arrived: "Completed", Failed: "Failed", TimeRanOut: "Expired" },
    Processing: { Arrived: "Completed", Failed: "Failed" },
    Completed: { Failed: "Failed" },
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

const Fields = Schema.Struct({
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
type Fields = typeof Fields.Type

const { seal, state } = Machine.record("Transaction", Fields)

/** A payment: of a quote, or a transfer without one. */
export type Transaction = Machine.Made<"Transaction", Fields>

export const transactions = Collection.make({
  name: "transactions",
  schema: state,
  id: ({ transactionId }) => transactionId,
  indexes: {
    all: [],
    customer: ["customerId"],
    platformCustomer: ["platformCustomerId"],
    customerMoney: ["customerId", "status", "money"],
    externalMoney: ["externalAccountId", "status", "money"]
  }
})

const EVENTS: { readonly [To in Step["to"]]: ReadonlyArray<Machine.EventsOf<typeof machine>> } = {
  PENDING: [],
  PROCESSING: ["Started"],
  COMPLETED: ["Arrived"],
  FAILED: ["Failed"],
  EXPIRED: ["TimeRanOut"]
}

/** A payment that has not begun: no step was taken, and no money. */
export const begun = (terms: Omit<Fields, "eventCount" | "money" | "status">): Transaction =>
  seal({ ...terms, status: machine.begins, money: moneyMachine.begins, eventCount: 0 })

/** The payment after a step, and the moves of its money. A step without a cell in both tables is `IllegalTransition`. */
export const stepped = (
  transaction: Transaction,
  step: Step,
  at: Millis
): Result.Result<
  { readonly transaction: Transaction; readonly moves: ReadonlyArray<Move> },
  Machine.IllegalTransition
> =>
  Result.flatMap(movesOf(transaction.money, step), ({ money, moves }) =>
    Result.map(machine.after(transaction.status, EVENTS[step.to]), (status) => {
      const { failureReason, refund } = step
      const next = seal({
        ...transaction,
        status,
        money,
        ...(failureReason === undefined ? {} : { failureReason }),
        ...(refund === undefined ? {} : { refund: { ...refund, initiatedAt: at, settledAt: at } }),
        ...(status === "Completed" ? { settledAt: at } : {}),
        updatedAt: at
      })
      return { transaction: next, moves }
    })
  )

/** The rails would not begin. A payment that began and was given back is no refusal: its transaction tells. */
export const isRefused = ({ failureReason, refund }: Transaction): boolean =>
  failureReason === "QUOTE_EXECUTION_FAILED" && refund === undefined

/** What is still to happen to a payment. One a payment: the next step replaces the one that happened. */
export const OutcomeOrder = Schema.Struct({
  transactionId: TransactionId,
  environment: Environment,
  steps: Schema.Array(Step),
  dueAt: Millis,
  attempts: Schema.Int
})
export type OutcomeOrder = typeof OutcomeOrder.Type

export const outcomeOrders = Collection.make({
  name: "outcome_orders",
  schema: OutcomeOrder,
  id: ({ transactionId }) => transactionId,
  // The sandbox moves what waits in an environment.
  indexes: { all: [] },
  due: "dueAt"
})
