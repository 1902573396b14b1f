import * as core from "@countersign/core/internal"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { endpoint } from "../endpoint.ts"
import { Challenge, ofRetry, retryHeaders, signed } from "../signedRetry.ts"

export const revokeSession = endpoint(
  HttpApiEndpoint.delete("revokeSession", "/auth/sessions/:id", {
    params: { id: core.SessionId },
    headers: retryHeaders,
    // Replies are encoded by the first schema that accepts them. NoContent accepts any value, so it is last.
    success: [Challenge, HttpApiSchema.NoContent]
  }),
  {
    summary: "End a session",
    description: "Signed retry by any active session of the account, including the one to end.",
    scope: "MANAGE",
    refusals: [...ofRetry, "SessionNotFound"]
  },
  ({ headers, params }) =>
    signed(
      headers,
      (retry) => core.revokeSession({ sessionId: params.id }, retry),
      () => undefined
    )
)
