import { Schema } from "effect"
import type { Money } from "./currencies.ts"
import { Millis } from "./Environment.ts"
import type { TransactionId } from "./ids.ts"
import { Shown } from "./text.ts"

/** Why a payment failed, as the API's partners spell it. */
export const FailureReason = Schema.Literals([
  "QUOTE_EXPIRED",
  "QUOTE_EXECUTION_FAILED",
  "LIGHTNING_PAYMENT_FAILED",
  "FUNDING_AMOUNT_MISMATCH",
  "COUNTERPARTY_POST_TX_FAILED",
  "PAYOUT_RETURNED",
  "LIMIT_EXCEEDED",
  "ACCOUNT_CANNOT_RECEIVE",
  "ACCOUNT_INVALID",
  "COMPLIANCE_REJECTED",
  "PAYMENT_APPROVAL_WEBHOOK_ERROR",
  "PAYMENT_APPROVAL_TIMED_OUT",
  "MISSING_MANDATORY_PAYEE_DATA"
]).annotate({ description: "Why a payment failed" })
export type FailureReason = typeof FailureReason.Type

export const RefundReason = Schema.Literals(["TRANSACTION_FAILED", "USER_CANCELLATION", "TIMEOUT"])

/** One scheduled step of a payment. */
export const Step = Schema.Struct({
  /** Milliseconds after the previous step. */
  after: Millis,
  to: Schema.Literals(["PENDING", "PROCESSING", "COMPLETED", "FAILED", "REFUNDED", "EXPIRED"]),
  failureReason: Schema.optionalKey(FailureReason),
  rejectionReason: Schema.optionalKey(Shown),
  /** How money that was taken is returned after a failure. While it is pending, a later step has its result. */
  refund: Schema.optionalKey(
    Schema.Struct({ status: Schema.Literals(["PENDING", "COMPLETED", "FAILED"]), reason: RefundReason })
  )
})
export type Step = typeof Step.Type

/** The source or the target of a money movement: an internal account, or an external party. */
export type Place = { readonly internal: string } | { readonly outside: string }

/** The parts of a payment that money movements depend on. */
export interface Payment {
  readonly transactionId: TransactionId
  readonly source: Place
  readonly destination: Place
  /** Includes fees. */
  readonly sent: Money
  readonly fees: number
  readonly received: Money
}

/**
 * One money movement: from the source into transit, from transit to the destination or back to the source, or from the
 * destination back to the source on a return.
 */
export type Move = "take" | "deliver" | "giveBack" | "return"
