import { TransactionId } from "@countersign/core"
import { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { refusalsOf } from "../bodies/ErrorBody.ts"
import { TransactionBody } from "../bodies/TransactionBody.ts"
import { Reach } from "../Reach.ts"

export const readTransaction = HttpApiEndpoint.get("readTransaction", "/transactions/:id", {
  params: { id: TransactionId },
  success: TransactionBody,
  error: refusalsOf("readTransaction")
})
  .annotate(Reach, "rails")
  .annotate(OpenApi.Summary, "Read a payment")
