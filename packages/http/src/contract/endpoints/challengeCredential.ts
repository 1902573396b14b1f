import { CredentialId } from "@countersign/core"
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, OpenApi } from "effect/http-api"
import { RequiredScope } from "../Authentication.ts"
import { ChallengeBody } from "../bodies/ChallengeReply.ts"
import { refusalsOf } from "../bodies/ErrorBody.ts"
import { idempotencyHeader } from "../bodies/idempotencyHeader.ts"
import { LenientBody } from "../LenientBody.ts"

export const challengeCredential = HttpApiEndpoint.post("challengeCredential", "/auth/credentials/:id/challenge", {
  params: { id: CredentialId },
  headers: idempotencyHeader,
  payload: Schema.Struct({ clientPublicKey: Schema.optionalKey(Schema.Json) }),
  success: ChallengeBody,
  error: refusalsOf("challengeCredential")
})
  .annotate(RequiredScope, "MANAGE")
  .annotate(LenientBody, true)
  .annotate(HttpApi.PayloadParseOptions, { onExcessProperty: "ignore" })
  .annotate(OpenApi.Summary, "Start a login with a credential")
  .annotate(
    OpenApi.Description,
    "EMAIL_OTP: mails a new code and answers a fresh otpEncryptionTargetBundle; the body is ignored. PASSKEY: send { clientPublicKey }, the key the session will be sealed to, and assert the challenge that comes back."
  )
