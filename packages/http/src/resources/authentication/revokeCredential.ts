import * as core from "@countersign/core/internal"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { endpoint } from "../endpoint.ts"
import { Challenge, ofRetry, retryHeaders, signed } from "../signedRetry.ts"

export const revokeCredential = endpoint(
  HttpApiEndpoint.delete("revokeCredential", "/auth/credentials/:id", {
    params: { id: core.CredentialId },
    headers: retryHeaders,
    // The first schema that takes a reply encodes it, and the one without content takes any: it stands last.
    success: [Challenge, HttpApiSchema.NoContent]
  }),
  {
    summary: "Remove a credential",
    description:
      "Signed retry by a session of another credential of the account. Its own sessions end with it; the last credential stays.",
    scope: "MANAGE",
    refusals: [...ofRetry, "CredentialNotFound", "LastCredential"]
  },
  ({ headers, params }) =>
    signed(
      headers,
      (retry) => core.revokeCredential({ credentialId: params.id }, retry),
      () => undefined
    )
)
