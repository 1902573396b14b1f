import { CredentialId, kinds } from "@countersign/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema, OpenApi } from "effect/http-api"
import { RequiredScope } from "../Authentication.ts"
import { AuthSession } from "../bodies/AuthSession.ts"
import { refusalsOf } from "../bodies/ErrorBody.ts"
import { retryHeaders } from "../bodies/retryHeaders.ts"
import { SignedRequestChallenge } from "../bodies/SignedRequestChallenge.ts"
import { Withheld } from "../Repeatable.ts"

export const verifyCredential = HttpApiEndpoint.post("verifyCredential", "/auth/credentials/:id/verify", {
  params: { id: CredentialId },
  headers: retryHeaders,
  payload: Schema.Union([kinds.EMAIL_OTP.submission, kinds.OAUTH.submission, kinds.PASSKEY.submission]),
  success: [SignedRequestChallenge.pipe(HttpApiSchema.status(202)), AuthSession],
  error: refusalsOf("verifyCredential")
})
  .annotate(Withheld, true)
  .annotate(RequiredScope, "MANAGE")
  .annotate(OpenApi.Summary, "Prove identity and open a session")
  .annotate(
    OpenApi.Description,
    "EMAIL_OTP takes two legs: the first answers 202 with a payload, the retry of the same body carries its stamp by the key sealed with the code. OAUTH takes one call, PASSKEY one call with the Request-Id of its challenge."
  )
