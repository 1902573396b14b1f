import { Schema } from "@countersign/core/effect"
import { HttpApiSchema } from "@countersign/core/effect/http-api"
import * as core from "@countersign/core/internal"
import { post } from "../endpoint.ts"
import { currencyCode, ofBalance, ofDeposit, optional } from "../fields.ts"
import { presented, TransactionBody } from "./transactions.ts"

const event = core.reference(255).annotate({ description: "The bank's id of the report. Repeated, it changes nothing" })

const settles = (achieves: string) =>
  ({
    ground: "rails",
    scope: "SETTLE",
    tokenAlone: {
      achieves,
      because:
        "The bank has moved the money, and the host says so. Give SETTLE to the service that receives the bank's reports, and to no other.",
      writes: ["activities", "internal_accounts", "transactions"]
    }
  }) as const

export const reportPayment = post("reportPayment", "/transactions/:id/report", {
  summary: "Report the outcome of a payment at the bank",
  description:
    "Reports may come again, late and in any order: their order does not change how the payment ends. A report that contradicts an earlier one is refused.",
  ...settles("Ends a payment that was sent to the bank, and gives its money back or records that it arrived."),
  params: { id: core.TransactionId },
  payload: Schema.Struct({
    event,
    outcome: core.PaymentOutcome,
    failureReason: optional(core.FailureReason, "Why the payment failed. Ignored for SETTLED and RETURNED")
  }).annotate({ description: "A report of the bank about one payment" }),
  success: TransactionBody,
  refusals: [...ofBalance, "PaymentNotSent", "ReportContradicts", "ReportDiffers", "TransactionNotFound"],
  handle: ({ params: { id }, payload }) => presented(core.reportPayment({ transactionId: id, ...payload }))
})

type OfAccount = { readonly accountId: core.AccountId; readonly quoteId?: undefined }
type OfQuote = { readonly quoteId: core.QuoteId; readonly accountId?: undefined }
const isOfOne = (body: object) => "accountId" in body !== "quoteId" in body
const ONE_TARGET = { fault: "The deposit is not for one account or one quote", send: "either accountId or quoteId" }

export const reportDeposit = post("reportDeposit", "/deposits", {
  summary: "Report money that arrived at the bank",
  description: "For an account, it is credited. For a quote that waits for its deposit, the payment starts.",
  ...settles("Credits an account, or starts the payment of a quote that waits for a deposit."),
  payload: Schema.Struct({
    accountId: Schema.optionalKey(core.AccountId),
    quoteId: Schema.optionalKey(core.QuoteId),
    event,
    amount: core.Amount,
    currency: currencyCode
  })
    .pipe(Schema.refine((body): body is typeof body & (OfAccount | OfQuote) => isOfOne(body), ONE_TARGET))
    .annotate({ description: "Money that arrived at the bank, for an account or for a quote that waits for it" }),
  success: TransactionBody.pipe(HttpApiSchema.status(201)),
  refusals: ofDeposit,
  handle: ({ payload }) =>
    presented(payload.accountId !== undefined ? core.depositToAccount(payload) : core.depositQuote(payload))
})
