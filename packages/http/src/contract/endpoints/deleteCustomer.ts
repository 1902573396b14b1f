import { CustomerId } from "@countersign/core"
import { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { RequiredScope } from "../Authentication.ts"
import { CustomerBody } from "../bodies/CustomerBody.ts"
import { refusalsOf } from "../bodies/ErrorBody.ts"
import { idempotencyHeader } from "../bodies/idempotencyHeader.ts"
import { Repeatable } from "../Repeatable.ts"

export const deleteCustomer = HttpApiEndpoint.delete("deleteCustomer", "/customers/:id", {
  params: { id: CustomerId },
  headers: idempotencyHeader,
  success: CustomerBody,
  error: refusalsOf("deleteCustomer")
})
  .annotate(RequiredScope, "MANAGE")
  .annotate(Repeatable, true)
  .annotate(OpenApi.Summary, "Delete a customer")
  .annotate(
    OpenApi.Description,
    "Ends its sessions, removes its credentials, closes its accounts and frees its platformCustomerId. Refused while an account of it holds money."
  )
