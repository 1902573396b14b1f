import * as core from "@countersign/core/internal"
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { endpoint } from "../endpoint.ts"
import { Challenge, ofRetry, retryHeaders, signed } from "../signedRetry.ts"
import { AuthSession, openedSession } from "./readCredentials.ts"

export const refreshSession = endpoint(
  HttpApiEndpoint.post("refreshSession", "/auth/sessions/:id/refresh", {
    params: { id: core.SessionId },
    headers: retryHeaders,
    payload: Schema.Struct({ clientPublicKey: core.ClientPublicKey }),
    success: [Challenge, AuthSession]
  }),
  {
    summary: "Refresh a session",
    description:
      "Opens a new session from an active one. Signed retry by the session's own key, with the same clientPublicKey in both calls.",
    scope: "MANAGE",
    isSecret: true,
    refusals: [...ofRetry, "SessionNotFound"]
  },
  ({ headers, params, payload }) =>
    signed(headers, (retry) => core.refreshSession({ sessionId: params.id, ...payload }, retry), openedSession)
)
