import { Result, Schema } from "effect"
import * as Machine from "../../../machine/Machine.ts"
import { counted } from "../../../model/counted.ts"
import { Money } from "../../../model/currencies.ts"
import { Environment, Millis } from "../../../model/Environment.ts"
import { CustomerId, ExternalAccountId, QuoteId, TransactionId } from "../../../model/ids.ts"
import { FailureReason, RefundReason, Step } from "../../../model/Step.ts"
import { Shown } from "../../../model/text.ts"
import * as Collection from "../../../store/Collection.ts"
import { machine as moneyMachine, movesOf } from "./moves.ts"

/** The status of a payment. Completed is not final: a bank may return a payment. */
export const { machine } = Machine.words({
  name: "Transaction",
  begins: "Pending",
  table: {
    Pending: { Started: "Processing", Arrived: "Completed", Failed: "Failed", TimeRanOut: "Expired" },
    Processing: { Arrived: "Completed", Failed: "Failed" },
    Completed: { Failed: "Failed" },
    Failed: { Refunded: "Failed" },
    Expired: {}
  }
})

/** One end of a payment, in API format. */
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
  /** The external account at one of the ends. Absent if both are internal. */
  externalAccountId: Schema.optionalKey(ExternalAccountId),
  sent: Money,
  received: Money,
  fees: Schema.Int,
  quoteId: Schema.optionalKey(QuoteId),
  description: Schema.optionalKey(Shown),
  /** Deposit instructions, if the money comes from outside. */
  instructions: Schema.optionalKey(Schema.Array(Schema.Json)),
  failureReason: Schema.optionalKey(FailureReason),
  /** Why the platform rejected it, in its own words. */
  rejectionReason: Schema.optionalKey(Shown),
  refund: Schema.optionalKey(
    Schema.Struct({
      status: Schema.Literals(["PENDING", "COMPLETED", "FAILED"]),
      reason: RefundReason,
      initiatedAt: Millis,
      settledAt: Schema.optionalKey(Millis)
    })
  ),
  /** The provider's own name of the payment, once it has accepted it. */
  carrierReference: Schema.optionalKey(Schema.String),
  /** The location of its money. */
  money: Schema.Literals(["untouched", "transit", "arrived", "back"]),
  settledAt: Schema.optionalKey(Millis),
  /** When a payment that was never made is removed. */
  removeAt: Schema.optionalKey(Millis),
  ...counted
})
type Fields = typeof Fields.Type

const { seal, state } = Machine.record("Transaction", Fields)

/** A payment: of a quote, or a transfer without one. */
export type Transaction = Machine.Made<"Transaction", Fields>

export const transactions = Collection.make({
  name: "transactions",
  schema: state,
  id: "transactionId",
  indexes: {
    all: [],
    customer: ["customerId"],
    platformCustomer: ["platformCustomerId"],
    customerMoney: ["customerId", "status", "money"],
    externalMoney: ["externalAccountId", "status", "money"]
  },
  expiry: "removeAt"
})

/** How long the payment of an unpaid quote can be read: 30 days. */
const UNPAID_RETENTION: Millis = 2_592_000_000

const EVENTS: { readonly [To in Step["to"]]: ReadonlyArray<Machine.EventsOf<typeof machine>> } = {
  PENDING: [],
  PROCESSING: ["Started"],
  COMPLETED: ["Arrived"],
  FAILED: ["Failed"],
  REFUNDED: ["Refunded"],
  EXPIRED: ["TimeRanOut"]
}

/** A payment before its first step and before any movement of money. */
export const initial = (terms: Omit<Fields, "eventCount" | "money" | "status">): Transaction =>
  seal({ ...terms, status: machine.begins, money: moneyMachine.begins, eventCount: 0 })

/**
 * The payment after a step, and its money movements. Fails with `IllegalTransition` if either table has no cell for the
 * step.
 */
export const stepped = (transaction: Transaction, step: Step, at: Millis) =>
  Result.flatMap(movesOf(transaction.money, step), ({ money, moves }) =>
    Result.map(machine.after(transaction.status, EVENTS[step.to]), (status) => {
      const { failureReason, refund, rejectionReason } = step
      const next = seal({
        ...transaction,
        status,
        money,
        ...(failureReason === undefined ? {} : { failureReason }),
        ...(rejectionReason === undefined ? {} : { rejectionReason }),
        ...(refund === undefined ? {} : { refund: refundAt(refund, transaction.refund, at) }),
        ...(status === "Completed" ? { settledAt: at } : {}),
        ...(status === "Expired" ? { removeAt: at + UNPAID_RETENTION } : {}),
        updatedAt: at
      })
      return { transaction: next, moves }
    })
  )

/** The field of a payment that is PENDING: whom or what it waits for. */
export const pending = ({ money, quoteId, source, status }: Transaction) => {
  if (status !== "Pending") return {}
  if (source.type === "UMA_ADDRESS") return { pendingReason: "AWAITING_APPROVAL" } as const
  if (money !== "untouched" || quoteId === undefined) return { pendingReason: "AWAITING_PROVIDER" } as const
  const isFunded = source.type !== "REALTIME_FUNDING"
  return { pendingReason: isFunded ? "AWAITING_EXECUTION" : "AWAITING_FUNDS" } as const
}

/** The payment after its provider accepted it. */
export const accepted = (transaction: Transaction, carrierReference: string, at: Millis): Transaction =>
  seal({ ...transaction, carrierReference, updatedAt: at })

const refundAt = (
  refund: NonNullable<Step["refund"]>,
  earlier: Transaction["refund"],
  at: Millis
): NonNullable<Transaction["refund"]> => ({
  ...refund,
  initiatedAt: earlier?.initiatedAt ?? at,
  ...(refund.status === "PENDING" ? {} : { settledAt: at })
})

/**
 * Returns whether the rails refused to start the payment. A payment that started and was refunded is not a refusal; its
 * transaction has the result.
 */
export const isRefused = ({ failureReason, refund }: Transaction): boolean =>
  failureReason === "QUOTE_EXECUTION_FAILED" && refund === undefined

/** The remaining steps of a payment. One order per payment; each step replaces it. */
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
  id: "transactionId",
  ...Collection.queued
})
