import { CredentialId } from "@countersign/core"
import { HttpApiEndpoint, HttpApiSchema, OpenApi } from "effect/http-api"
import { RequiredScope } from "../Authentication.ts"
import { refusalsOf } from "../bodies/ErrorBody.ts"
import { retryHeaders } from "../bodies/retryHeaders.ts"
import { SignedRequestChallenge } from "../bodies/SignedRequestChallenge.ts"

export const revokeCredential = HttpApiEndpoint.delete("revokeCredential", "/auth/credentials/:id", {
  params: { id: CredentialId },
  headers: retryHeaders,
  // The first schema that takes a reply encodes it, and the one without content takes any: it stands last.
  success: [SignedRequestChallenge.pipe(HttpApiSchema.status(202)), HttpApiSchema.NoContent],
  error: refusalsOf("revokeCredential")
})
  .annotate(RequiredScope, "MANAGE")
  .annotate(OpenApi.Summary, "Remove a credential")
  .annotate(
    OpenApi.Description,
    "Signed retry by a session of another credential of the account. Its own sessions end with it; the last credential stays."
  )
