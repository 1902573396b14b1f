import * as core from "@countersign/core/internal"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { endpoint } from "../endpoint.ts"
import { idempotencyHeader } from "../signedRetry.ts"

const shape = {
  params: { id: core.ExternalAccountId },
  headers: idempotencyHeader,
  success: HttpApiSchema.NoContent
}
const refusals = ["ExternalAccountInUse", "ExternalAccountNotFound"] as const

export const removeExternalAccount = endpoint(
  HttpApiEndpoint.delete("removeExternalAccount", "/customers/external-accounts/:id", shape),
  { summary: "Remove an external account of a customer", scope: "MANAGE", refusals },
  ({ params }) => core.removeExternalAccount(params.id, "customer")
)

export const removePlatformAccount = endpoint(
  HttpApiEndpoint.delete("removePlatformAccount", "/platform/external-accounts/:id", shape),
  { summary: "Remove an external account of the platform", scope: "MANAGE", refusals },
  ({ params }) => core.removeExternalAccount(params.id, "platform")
)
