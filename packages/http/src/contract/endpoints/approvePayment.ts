import { TransactionId } from "@countersign/core"
import { Schema } from "effect"
import { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { RequiredScope } from "../Authentication.ts"
import { refusalsOf } from "../bodies/ErrorBody.ts"
import { idempotencyHeader } from "../bodies/idempotencyHeader.ts"
import { TransactionBody } from "../bodies/TransactionBody.ts"
import { LenientBody } from "../LenientBody.ts"
import { Reach } from "../Reach.ts"

const shape = {
  params: { id: TransactionId },
  headers: idempotencyHeader,
  payload: Schema.Record(Schema.String, Schema.Json),
  success: TransactionBody,
  error: refusalsOf("approvePayment")
}
const described =
  "For a payment whose INCOMING_PAYMENT.PENDING was answered with 202. It waits for a day, and fails then."

const decision = <const Name extends string, const Path extends `/${string}`>(
  name: Name,
  path: Path,
  summary: string
) =>
  HttpApiEndpoint.post(name, path, shape)
    .annotate(Reach, "rails")
    .annotate(RequiredScope, "TRANSACT")
    .annotate(LenientBody, true)
    .annotate(OpenApi.Summary, summary)
    .annotate(OpenApi.Description, described)

export const approvePayment = decision("approvePayment", "/transactions/:id/approve", "Approve an incoming payment")
export const rejectPayment = decision("rejectPayment", "/transactions/:id/reject", "Reject an incoming payment")
