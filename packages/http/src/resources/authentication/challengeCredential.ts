import * as core from "@countersign/core/internal"
import { Effect, Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { endpoint } from "../endpoint.ts"
import { idempotencyHeader } from "../signedRetry.ts"
import { ChallengeBody, challengeBody } from "./readCredentials.ts"

export const challengeCredential = endpoint(
  HttpApiEndpoint.post("challengeCredential", "/auth/credentials/:id/challenge", {
    params: { id: core.CredentialId },
    headers: idempotencyHeader,
    payload: Schema.Struct({ clientPublicKey: Schema.optionalKey(Schema.Json) }),
    success: ChallengeBody
  }),
  {
    summary: "Start a login with a credential",
    description:
      "EMAIL_OTP: mails a new code and returns a new otpEncryptionTargetBundle; the body is ignored. PASSKEY: send { clientPublicKey }, the key that the session will be encrypted to, and sign the returned challenge.",
    scope: "MANAGE",
    lenient: "ignoring",
    refusals: [...core.refusalsOf("challenge"), "CredentialNotFound"]
  },
  ({ params, payload }) => Effect.map(core.challengeCredential(params.id, payload.clientPublicKey), challengeBody)
)
