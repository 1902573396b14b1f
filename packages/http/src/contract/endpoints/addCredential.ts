import { kinds } from "@countersign/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema, OpenApi } from "effect/http-api"
import { RequiredScope } from "../Authentication.ts"
import { AuthMethod } from "../bodies/AuthMethod.ts"
import { refusalsOf } from "../bodies/ErrorBody.ts"
import { retryHeaders } from "../bodies/retryHeaders.ts"
import { SignedRequestChallenge } from "../bodies/SignedRequestChallenge.ts"

export const addCredential = HttpApiEndpoint.post("addCredential", "/auth/credentials", {
  headers: retryHeaders,
  payload: Schema.Union([kinds.EMAIL_OTP.addition, kinds.OAUTH.addition, kinds.PASSKEY.addition]),
  success: [SignedRequestChallenge.pipe(HttpApiSchema.status(202)), AuthMethod.pipe(HttpApiSchema.status(201))],
  error: refusalsOf("addCredential")
})
  .annotate(RequiredScope, "MANAGE")
  .annotate(OpenApi.Summary, "Add a credential to an account")
  .annotate(
    OpenApi.Description,
    "Signed retry by a session of the account. An account without credentials answers 201 at once."
  )
