import * as core from "@countersign/core/internal"
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { endpoint } from "../endpoint.ts"
import { Challenge, ofRetry, retryHeaders, signed } from "../signedRetry.ts"
import { AuthSession, openedSession } from "./readCredentials.ts"

export const verifyCredential = endpoint(
  HttpApiEndpoint.post("verifyCredential", "/auth/credentials/:id/verify", {
    params: { id: core.CredentialId },
    headers: retryHeaders,
    payload: Schema.Union(Object.values(core.kinds).map(({ submission }) => submission)),
    success: [Challenge, AuthSession]
  }),
  {
    summary: "Verify a credential and open a session",
    description:
      "EMAIL_OTP takes two calls: the first returns 202 with a payload, the second repeats the body with a stamp by the key that was encrypted with the code. OAUTH takes one call. PASSKEY takes one call with the Request-Id of its challenge.",
    scope: "MANAGE",
    isSecret: true,
    refusals: [...ofRetry, ...core.refusalsOf("verify"), "CredentialNotFound", "CredentialTypeDiffers"]
  },
  ({ headers, params, payload }) =>
    signed(
      headers,
      (retry) => core.verifyCredential({ credentialId: params.id, submission: payload }, retry),
      openedSession
    )
)
