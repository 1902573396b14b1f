import { Schema } from "effect"
import type { Money } from "./currencies.ts"
import { Millis } from "./Environment.ts"
import type { TransactionId } from "./ids.ts"

/** Why a payment did not arrive, in the words of the interface's partners. */
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
])
export type FailureReason = typeof FailureReason.Type

export const RefundReason = Schema.Literals(["TRANSACTION_FAILED", "USER_CANCELLATION", "TIMEOUT"])

/** One thing that happens to a payment, and when. */
export const Step = Schema.Struct({
  /** After the step before. */
  after: Millis,
  to: Schema.Literals(["PENDING", "PROCESSING", "COMPLETED", "FAILED", "EXPIRED"]),
  failureReason: Schema.optionalKey(FailureReason),
  /** What becomes of money that was taken and did not arrive. */
  refund: Schema.optionalKey(Schema.Struct({ status: Schema.Literals(["COMPLETED", "FAILED"]), reason: RefundReason }))
})
export type Step = typeof Step.Type

/** Where money leaves or arrives: an account of the service, or somewhere outside of it. */
export type Place = { readonly internal: string } | { readonly outside: string }

/** A payment as far as money is moved by it. */
export interface Payment {
  readonly transactionId: TransactionId
  readonly source: Place
  readonly destination: Place
  /** Fees included. */
  readonly sent: Money
  readonly fees: number
  readonly received: Money
}

/**
 * How money moves, a step at a time: from the source into transit, from there to the destination or back, and from the
 * destination back where it was returned.
 */
export type Move = "take" | "deliver" | "giveBack" | "return"
