import { CustomerId, CustomerPatch } from "@countersign/core"
import { HttpApiEndpoint, HttpApiSchema, OpenApi } from "effect/http-api"
import { RequiredScope } from "../Authentication.ts"
import { CustomerBody } from "../bodies/CustomerBody.ts"
import { refusalsOf } from "../bodies/ErrorBody.ts"
import { retryHeaders } from "../bodies/retryHeaders.ts"
import { SignedRequestChallenge } from "../bodies/SignedRequestChallenge.ts"

export const updateCustomer = HttpApiEndpoint.patch("updateCustomer", "/customers/:id", {
  params: { id: CustomerId },
  headers: retryHeaders,
  payload: CustomerPatch,
  success: [SignedRequestChallenge.pipe(HttpApiSchema.status(202)), CustomerBody],
  error: refusalsOf("updateCustomer")
})
  .annotate(RequiredScope, "MANAGE")
  .annotate(OpenApi.Summary, "Change a customer")
  .annotate(
    OpenApi.Description,
    "A new e-mail address is a signed retry where a wallet of the customer has a credential; the other fields of the same call wait for the signature. The old and the new address are notified."
  )
