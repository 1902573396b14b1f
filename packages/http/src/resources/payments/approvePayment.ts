import * as core from "@countersign/core/internal"
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { endpoint } from "../endpoint.ts"
import { idempotencyHeader } from "../signedRetry.ts"
import { inCurrencies } from "./money.ts"
import { TransactionBody, transactionBody } from "./readTransactions.ts"

const shape = {
  params: { id: core.TransactionId },
  headers: idempotencyHeader,
  payload: Schema.Record(Schema.String, Schema.Json),
  success: TransactionBody
}
const about = {
  description:
    "For a payment whose INCOMING_PAYMENT.PENDING event was answered with 202. An undecided payment fails after one day.",
  ground: "rails",
  scope: "TRANSACT",
  lenient: "empty",
  refusals: ["InsufficientBalance", "TransactionNotFound", "TransactionNotPending"]
} as const

export const approvePayment = endpoint(
  HttpApiEndpoint.post("approvePayment", "/transactions/:id/approve", shape),
  { summary: "Approve an incoming payment", ...about },
  ({ params }) => inCurrencies(transactionBody)(core.approvePayment(params.id, "approved"))
)

export const rejectPayment = endpoint(
  HttpApiEndpoint.post("rejectPayment", "/transactions/:id/reject", shape),
  { summary: "Reject an incoming payment", ...about },
  ({ params }) => inCurrencies(transactionBody)(core.approvePayment(params.id, "rejected"))
)
