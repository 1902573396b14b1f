import { CustomerId } from "@countersign/core"
import { HttpApiEndpoint, HttpApiSchema, OpenApi } from "effect/http-api"
import { RequiredScope } from "../Authentication.ts"
import { CustomerBody } from "../bodies/CustomerBody.ts"
import { refusalsOf } from "../bodies/ErrorBody.ts"
import { retryHeaders } from "../bodies/retryHeaders.ts"
import { SignedRequestChallenge } from "../bodies/SignedRequestChallenge.ts"

export const deleteCustomer = HttpApiEndpoint.delete("deleteCustomer", "/customers/:id", {
  params: { id: CustomerId },
  headers: retryHeaders,
  success: [SignedRequestChallenge.pipe(HttpApiSchema.status(202)), CustomerBody],
  error: refusalsOf("deleteCustomer")
})
  .annotate(RequiredScope, "MANAGE")
  .annotate(OpenApi.Summary, "Delete a customer")
  .annotate(
    OpenApi.Description,
    "Ends its sessions, removes its credentials, closes its accounts and frees its platformCustomerId. Refused while an account of it holds money. A signed retry where a wallet of the customer has a credential: any active session of any of its wallets may sign."
  )
