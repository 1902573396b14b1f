import * as core from "@countersign/core/internal"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { endpoint } from "../endpoint.ts"
import { Challenge, ofRetry, retryHeaders, signed } from "../signedRetry.ts"

export const revokeSession = endpoint(
  HttpApiEndpoint.delete("revokeSession", "/auth/sessions/:id", {
    params: { id: core.SessionId },
    headers: retryHeaders,
    // The first schema that takes a reply encodes it, and the one without content takes any: it stands last.
    success: [Challenge, HttpApiSchema.NoContent]
  }),
  {
    summary: "End a session",
    description: "Signed retry. Any active session of the account may sign, the one that ends included.",
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
