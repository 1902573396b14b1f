import { ExternalAccountId } from "@countersign/core"
import { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { RequiredScope } from "../Authentication.ts"
import { refusalsOf } from "../bodies/ErrorBody.ts"
import { ExternalAccountBody } from "../bodies/ExternalAccountBody.ts"
import { ExternalAccountPatchInput } from "../bodies/ExternalAccountInput.ts"
import { idempotencyHeader } from "../bodies/idempotencyHeader.ts"

const shape = {
  params: { id: ExternalAccountId },
  headers: idempotencyHeader,
  payload: ExternalAccountPatchInput,
  success: ExternalAccountBody,
  error: refusalsOf("updateExternalAccount")
}
const MEANING =
  "accountInfo is merged into what is stored (RFC 7396): null removes a field. Another destination or beneficiary is verified anew; status ACTIVE or INACTIVE enables and disables."

export const updateExternalAccount = HttpApiEndpoint.patch(
  "updateExternalAccount",
  "/customers/external-accounts/:id",
  shape
)
  .annotate(RequiredScope, "MANAGE")
  .annotate(OpenApi.Summary, "Change an external account of a customer")
  .annotate(OpenApi.Description, MEANING)

export const updatePlatformAccount = HttpApiEndpoint.patch(
  "updatePlatformAccount",
  "/platform/external-accounts/:id",
  shape
)
  .annotate(RequiredScope, "MANAGE")
  .annotate(OpenApi.Summary, "Change an external account of the platform")
  .annotate(OpenApi.Description, MEANING)
