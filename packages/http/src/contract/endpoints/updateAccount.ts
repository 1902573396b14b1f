import { AccountId } from "@countersign/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema, OpenApi } from "effect/http-api"
import { RequiredScope } from "../Authentication.ts"
import { refusalsOf } from "../bodies/ErrorBody.ts"
import { InternalAccountBody } from "../bodies/InternalAccountBody.ts"
import { retryHeaders } from "../bodies/retryHeaders.ts"
import { SignedRequestChallenge } from "../bodies/SignedRequestChallenge.ts"

export const updateAccount = HttpApiEndpoint.patch("updateAccount", "/internal-accounts/:id", {
  params: { id: AccountId },
  headers: retryHeaders,
  payload: Schema.Struct({ privateEnabled: Schema.Boolean }),
  success: [SignedRequestChallenge.pipe(HttpApiSchema.status(202)), InternalAccountBody],
  error: refusalsOf("updateAccount")
})
  .annotate(RequiredScope, "MANAGE")
  .annotate(OpenApi.Summary, "Change the privacy of a wallet")
  .annotate(OpenApi.Description, "Signed retry by a session of the account.")
