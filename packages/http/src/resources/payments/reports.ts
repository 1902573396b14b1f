import { Schema } from "@countersign/core/effect"
import { HttpApiSchema } from "@countersign/core/effect/http-api"
import * as core from "@countersign/core/internal"
import { post } from "../endpoint.ts"
import { currencyCode, ofPayment, optional } from "../fields.ts"
import { presented, TransactionBody } from "./transactions.ts"

const event = core
  .reference(255)
  .annotate({ description: "The bank's own id of the report. A second report with it changes nothing" })

const settles = { ground: "rails", scope: "SETTLE" } as const

export const reportPayment = post("reportPayment", "/transactions/:id/report", {
  summary: "Report the outcome of a payment at the bank",
  description:
    "Reports may come again, late and in any order: their order does not change how the payment ends. A report that contradicts an earlier one is refused.",
  tokenAlone: {
    achieves: "Ends a payment that was sent to the bank, and gives its money back or records that it arrived.",
    because:
      "The bank has moved the money, and the host says so. Give SETTLE to the service that receives the bank's reports, and to no other.",
    writes: ["activities", "internal_accounts", "transactions"]
  },
  ...settles,
  params: { id: core.TransactionId },
  payload: Schema.Struct({
    event,
    outcome: core.PaymentOutcome,
    failureReason: optional(core.FailureReason, "Why the payment failed. Ignored for SETTLED and RETURNED")
  }).annotate({ description: "A report of the bank about one payment" }),
  success: TransactionBody,
  refusals: ["InsufficientBalance", "PaymentNotSent", "ReportContradicts", "ReportDiffers", "TransactionNotFound"],
  handle: ({ params: { id }, payload }) => presented(core.reportPayment({ transactionId: id, ...payload }))
})

/** Money arrives for one of the two. */
type Destined =
  | { readonly accountId: core.AccountId; readonly quoteId?: undefined }
  | { readonly quoteId: core.QuoteId; readonly accountId?: undefined }

export const reportDeposit = post("reportDeposit", "/deposits", {
  summary: "Report money that arrived at the bank",
  description: "For an account, it is credited. For a quote that waits for its deposit, the payment starts.",
  tokenAlone: {
    achieves: "Credits an account, or starts the payment of a quote that waits for a deposit.",
    because:
      "The bank has received the money, and the host says so. Give SETTLE to the service that receives the bank's reports, and to no other.",
    writes: ["activities", "internal_accounts", "transactions"]
  },
  ...settles,
  payload: Schema.Struct({
    accountId: Schema.optionalKey(core.AccountId),
    quoteId: Schema.optionalKey(core.QuoteId),
    event,
    amount: core.Amount,
    currency: currencyCode
  })
    .pipe(
      Schema.refine(
        (body): body is typeof body & Destined => (body.accountId === undefined) !== (body.quoteId === undefined),
        {
          fault: "The deposit is not for one account or one quote",
          send: "either accountId or quoteId"
        }
      )
    )
    .annotate({ description: "Money that arrived at the bank, for an account or for a quote that waits for it" }),
  success: TransactionBody.pipe(HttpApiSchema.status(201)),
  refusals: [
    ...ofPayment,
    "AccountHeld",
    "AccountSuspended",
    "CustomerNotFound",
    "DepositLate",
    "QuoteConsumed",
    "QuoteNotFound",
    "ReportDiffers",
    "TransactionNotFound",
    "UmaNotFound"
  ],
  handle: ({ payload }) =>
    presented(payload.accountId !== undefined ? core.depositToAccount(payload) : core.depositQuote(payload))
})
