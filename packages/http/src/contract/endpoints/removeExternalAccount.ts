import { ExternalAccountId } from "@countersign/core"
import { HttpApiEndpoint, HttpApiSchema, OpenApi } from "effect/http-api"
import { RequiredScope } from "../Authentication.ts"
import { refusalsOf } from "../bodies/ErrorBody.ts"
import { idempotencyHeader } from "../bodies/idempotencyHeader.ts"

const shape = {
  params: { id: ExternalAccountId },
  headers: idempotencyHeader,
  success: HttpApiSchema.NoContent,
  error: refusalsOf("removeExternalAccount")
}

export const removeExternalAccount = HttpApiEndpoint.delete(
  "removeExternalAccount",
  "/customers/external-accounts/:id",
  shape
)
  .annotate(RequiredScope, "MANAGE")
  .annotate(OpenApi.Summary, "Remove an external account of a customer")

export const removePlatformAccount = HttpApiEndpoint.delete(
  "removePlatformAccount",
  "/platform/external-accounts/:id",
  shape
)
  .annotate(RequiredScope, "MANAGE")
  .annotate(OpenApi.Summary, "Remove an external account of the platform")
