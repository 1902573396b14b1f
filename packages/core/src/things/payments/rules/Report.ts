import { canonicalJson, type Json, sha256Hex } from "@countersign/wire"
import { Data, Result, Schema } from "effect"
import { Millis } from "../../../model/Environment.ts"
import { TransactionId } from "../../../model/ids.ts"
import { conflict, Refusal } from "../../../model/Refusal.ts"
import type { FailureReason, Step } from "../../../model/Step.ts"
import * as Collection from "../../../store/Collection.ts"
import type { Stored } from "../../../store/records.ts"
import type { Transaction } from "./Transaction.ts"

/**
 * The outcome of a payment, as its bank reports it. `SETTLED`: the money arrived. `FAILED`: it did not, and is back with
 * the sender. `REFUND_PENDING`: it did not, and is on its way back. `REFUNDED`, `REFUND_FAILED`: the end of that way.
 * `RETURNED`: it arrived, and came back.
 */
export const Outcome = Schema.Literals([
  "SETTLED",
  "FAILED",
  "REFUND_PENDING",
  "REFUNDED",
  "REFUND_FAILED",
  "RETURNED"
]).annotate({ description: "The outcome of a payment, as its bank reports it" })
export type Outcome = typeof Outcome.Type

export class PaymentNotSent extends Refusal("PaymentNotSent")(conflict, {
  reason: "Payment was not sent",
  message: "This payment has not been sent to the payment rails, so nothing can be reported about it. Check the id.",
  cause: "The quote of the payment is not executed or has expired, or the payment does not use the rails.",
  remedy: "Report the id that the instruction had. Read the transaction for its status."
}) {}

export class ReportContradicts extends Refusal("ReportContradicts")(conflict, {
  reason: "Report contradicts an earlier one",
  message:
    "The payment ended with another outcome, and this report changes nothing. Compare both with the bank's statement.",
  cause:
    "The bank reported two outcomes that exclude each other, such as a settlement after a failure, or a report has the id of another payment.",
  remedy:
    "Find out from the bank which report is right. Correct the difference in the bank, or with a payment of its own."
}) {}

export class ReportDiffers extends Refusal("ReportDiffers")(conflict, {
  reason: "Event has another report",
  message:
    "This event was reported before with other content, and changed nothing now. Send each report with its own event.",
  cause: "`event` names one report of the bank, so a second report with it must be the same.",
  remedy: "Use the bank's own id of the report as `event`."
}) {}

/** The report was recorded before. The caller receives the payment as it is. */
export class AlreadyReported extends Data.TaggedError("AlreadyReported")<{ readonly transactionId: TransactionId }> {}

/** A recorded report, so that it counts once (GU1). */
const StoredReport = Schema.Struct({
  event: Schema.String,
  transactionId: TransactionId,
  digest: Schema.String,
  expiresAt: Millis
})
export type StoredReport = typeof StoredReport.Type

export const reports = Collection.make({
  name: "payment_reports",
  schema: StoredReport,
  id: "event",
  expiry: "expiresAt"
})

export const reportDigest = (content: Json): string => sha256Hex(canonicalJson(content))

/** Fails for an event that was recorded: with the same content it is a repetition. */
export const requireNew = (
  earlier: Stored<StoredReport> | undefined,
  digest: string
): Result.Result<void, AlreadyReported | ReportDiffers> => {
  if (earlier === undefined) return Result.void
  const { transactionId } = earlier.value
  return Result.fail(earlier.value.digest === digest ? new AlreadyReported({ transactionId }) : new ReportDiffers())
}

/**
 * The step that a report makes, or none for what an earlier report implies: banks report late, again and in any order, and
 * the payment ends as the last word of the bank says, whatever came first.
 */
export const stepOf = (
  { failureReason, money, refund, status }: Transaction,
  outcome: Outcome,
  reason: FailureReason | undefined
): Result.Result<Step | undefined, PaymentNotSent | ReportContradicts> => {
  if (money === "untouched") return Result.fail(new PaymentNotSent())
  const isReturned = failureReason === RETURNED
  switch (outcome) {
    case "SETTLED":
      if (status === "Completed" || isReturned) return NOTHING
      return status === "Failed" ? CONTRADICTS : step({ to: "COMPLETED" })
    case "RETURNED":
      if (status === "Failed") return isReturned || refund?.status === "COMPLETED" ? NOTHING : CONTRADICTS
      return step(failed(RETURNED, "COMPLETED"))
    case "FAILED":
    case "REFUNDED":
      if (status === "Completed") return CONTRADICTS
      if (status !== "Failed") return step(failed(reason ?? FAILED, "COMPLETED"))
      return money === "transit" ? step(refunded("COMPLETED")) : NOTHING
    case "REFUND_PENDING":
      if (status === "Completed") return CONTRADICTS
      return status === "Failed" ? NOTHING : step(failed(reason ?? FAILED, "PENDING"))
    case "REFUND_FAILED":
      if (status === "Completed" || money === "back") return CONTRADICTS
      if (status !== "Failed") return step(failed(reason ?? FAILED, "FAILED"))
      return refund?.status === "PENDING" ? step(refunded("FAILED")) : NOTHING
  }
}

const RETURNED = "PAYOUT_RETURNED"
const FAILED = "COUNTERPARTY_POST_TX_FAILED"

type RefundStatus = NonNullable<Step["refund"]>["status"]

const refundOf = (status: RefundStatus) => ({ status, reason: "TRANSACTION_FAILED" }) as const
const failed = (failureReason: FailureReason, refund: RefundStatus) =>
  ({ to: "FAILED", failureReason, refund: refundOf(refund) }) as const
const refunded = (status: RefundStatus) => ({ to: "REFUNDED", refund: refundOf(status) }) as const

const step = (made: Omit<Step, "after">) => Result.succeed<Step | undefined>({ after: 0, ...made })
const NOTHING = Result.succeed<Step | undefined>(undefined)
const CONTRADICTS = Result.fail(new ReportContradicts())
