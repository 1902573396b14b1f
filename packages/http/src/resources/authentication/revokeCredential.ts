import * as core from "@countersign/core/internal"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { endpoint } from "../endpoint.ts"
import { Challenge, ofRetry, retryHeaders, signed } from "../signedRetry.ts"

export const revokeCredential = endpoint(
  HttpApiEndpoint.delete("revokeCredential", "/auth/credentials/:id", {
    params: { id: core.CredentialId },
    headers: retryHeaders,
    // Replies are encoded by the first schema that accepts them. NoContent accepts any value, so it is last.
    success: [Challenge, HttpApiSchema.NoContent]
  }),
  {
    summary: "Remove a credential",
    description:
      "Signed retry by a session of another credential of the account. Also ends the sessions of the removed credential. The last credential cannot be removed.",
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
