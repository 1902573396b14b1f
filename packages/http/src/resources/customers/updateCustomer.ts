import * as core from "@countersign/core/internal"
import { HttpApiEndpoint } from "effect/http-api"
import { endpoint } from "../endpoint.ts"
import { Challenge, ofRetry, retryHeaders, signed } from "../signedRetry.ts"
import { CustomerBody, customerViewBody } from "./readCustomers.ts"

export const updateCustomer = endpoint(
  HttpApiEndpoint.patch("updateCustomer", "/customers/:id", {
    params: { id: core.CustomerId },
    headers: retryHeaders,
    payload: core.CustomerPatch,
    success: [Challenge, CustomerBody]
  }),
  {
    summary: "Change a customer",
    description:
      "Changing the e-mail address is a signed retry if a wallet of the customer has a credential; the other fields of the same call are applied with it. The old and the new address are notified.",
    scope: "MANAGE",
    refusals: [
      ...ofRetry,
      "CredentialSetChanged",
      "CurrencyInUse",
      "CurrencyNotOffered",
      "CustomerDeleted",
      "CustomerNotFound",
      "CustomerTypeDiffers",
      "UmaAddressTaken"
    ]
  },
  ({ headers, params, payload, sent }) =>
    signed(
      headers,
      (retry) => core.updateCustomer({ customerId: params.id, patch: payload, body: sent }, retry),
      customerViewBody
    )
)
