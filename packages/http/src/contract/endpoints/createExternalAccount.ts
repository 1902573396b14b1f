import { HttpApiEndpoint, HttpApiSchema, OpenApi } from "effect/http-api"
import { RequiredScope } from "../Authentication.ts"
import { refusalsOf } from "../bodies/ErrorBody.ts"
import { ExternalAccountBody } from "../bodies/ExternalAccountBody.ts"
import { ExternalAccountInput, PlatformAccountInput } from "../bodies/ExternalAccountInput.ts"
import { idempotencyHeader } from "../bodies/idempotencyHeader.ts"

const success = ExternalAccountBody.pipe(HttpApiSchema.status(201))

export const createExternalAccount = HttpApiEndpoint.post("createExternalAccount", "/customers/external-accounts", {
  headers: idempotencyHeader,
  payload: ExternalAccountInput,
  success,
  error: refusalsOf("createExternalAccount")
})
  .annotate(RequiredScope, "MANAGE")
  .annotate(OpenApi.Summary, "Create an external account of a customer")
  .annotate(
    OpenApi.Description,
    "Every field is judged by the rules of its accountType; a refusal names all that are wrong. Without customerId the account is the platform's."
  )

export const createPlatformAccount = HttpApiEndpoint.post("createPlatformAccount", "/platform/external-accounts", {
  headers: idempotencyHeader,
  payload: PlatformAccountInput,
  success,
  error: refusalsOf("createPlatformAccount")
})
  .annotate(RequiredScope, "MANAGE")
  .annotate(OpenApi.Summary, "Create an external account of the platform")
