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
      "Creates its embedded-wallet account too and, when there is an e-mail address, that account's first EMAIL_OTP credential.",
    scope: "MANAGE",
    refusals: ["CurrencyNotOffered", "CustomerExists", "UmaAddressTaken"]
  },
  ({ payload }) => Effect.map(core.createCustomer(payload), customerViewBody)
)
