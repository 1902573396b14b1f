import * as core from "@countersign/core/internal"
import { Effect } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { endpoint } from "../endpoint.ts"
import { idempotencyHeader } from "../signedRetry.ts"
import { CustomerBody, customerViewBody } from "./readCustomers.ts"

export const createCustomer = endpoint(
  HttpApiEndpoint.post("createCustomer", "/customers", {
    headers: idempotencyHeader,
    payload: core.NewCustomer,
    success: CustomerBody.pipe(HttpApiSchema.status(201))
  }),
  {
    summary: "Create a customer",
    description:
      "Also creates its embedded-wallet account and, if an e-mail address is given, the account's first EMAIL_OTP credential.",
    scope: "MANAGE",
    refusals: ["CurrencyNotOffered", "CustomerExists", "UmaAddressTaken"]
  },
  ({ payload }) => Effect.map(core.createCustomer(payload), customerViewBody)
)
