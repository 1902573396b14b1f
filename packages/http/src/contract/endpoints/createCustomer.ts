import { NewCustomer } from "@countersign/core"
import { HttpApiEndpoint, HttpApiSchema, OpenApi } from "effect/http-api"
import { RequiredScope } from "../Authentication.ts"
import { CustomerBody } from "../bodies/CustomerBody.ts"
import { refusalsOf } from "../bodies/ErrorBody.ts"
import { idempotencyHeader } from "../bodies/idempotencyHeader.ts"

export const createCustomer = HttpApiEndpoint.post("createCustomer", "/customers", {
  headers: idempotencyHeader,
  payload: NewCustomer,
  success: CustomerBody.pipe(HttpApiSchema.status(201)),
  error: refusalsOf("createCustomer")
})
  .annotate(RequiredScope, "MANAGE")
  .annotate(OpenApi.Summary, "Create a customer")
  .annotate(
    OpenApi.Description,
    "Creates its embedded-wallet account too and, when there is an e-mail address, that account's first EMAIL_OTP credential."
  )
