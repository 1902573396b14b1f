import { CredentialId } from "@countersign/core"
import { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { RequiredScope } from "../Authentication.ts"
import { AuthMethod } from "../bodies/AuthMethod.ts"
import { refusals } from "../bodies/ErrorBody.ts"

export const challengeCredential = HttpApiEndpoint.post("challengeCredential", "/auth/credentials/:id/challenge", {
  params: { id: CredentialId },
  success: AuthMethod,
  error: refusals(404, 429)
})
  .annotate(RequiredScope, "MANAGE")
  .annotate(OpenApi.Summary, "Start a login with a credential")
  .annotate(
    OpenApi.Description,
    "EMAIL_OTP: mails a new code and answers a fresh otpEncryptionTargetBundle; the older code and bundle are dead. The body is ignored."
  )
