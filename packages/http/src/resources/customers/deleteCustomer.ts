import * as core from "@countersign/core/internal"
import { HttpApiEndpoint } from "effect/http-api"
import { endpoint } from "../endpoint.ts"
import { Challenge, ofRetry, retryHeaders, signed } from "../signedRetry.ts"
import { CustomerBody, customerViewBody } from "./readCustomers.ts"

export const deleteCustomer = endpoint(
  HttpApiEndpoint.delete("deleteCustomer", "/customers/:id", {
    params: { id: core.CustomerId },
    headers: retryHeaders,
    success: [Challenge, CustomerBody]
  }),
  {
    summary: "Delete a customer",
    description:
      "Ends its sessions, removes its credentials, closes its accounts and releases its platformCustomerId. Rejected while one of its accounts has a balance. A signed retry if a wallet of the customer has a credential: any active session of any of its wallets may sign.",
    scope: "MANAGE",
    refusals: [...ofRetry, "CredentialSetChanged", "CustomerDeleted", "CustomerHoldsMoney", "CustomerNotFound"]
  },
  ({ headers, params }) =>
    signed(headers, (retry) => core.deleteCustomer({ customerId: params.id }, retry), customerViewBody)
)
