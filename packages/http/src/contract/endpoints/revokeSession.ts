import { SessionId } from "@countersign/core"
import { HttpApiEndpoint, HttpApiSchema, OpenApi } from "effect/http-api"
import { RequiredScope } from "../Authentication.ts"
import { refusalsOf } from "../bodies/ErrorBody.ts"
import { retryHeaders } from "../bodies/retryHeaders.ts"
import { SignedRequestChallenge } from "../bodies/SignedRequestChallenge.ts"

export const revokeSession = HttpApiEndpoint.delete("revokeSession", "/auth/sessions/:id", {
  params: { id: SessionId },
  headers: retryHeaders,
  // The first schema that takes a reply encodes it, and the one without content takes any: it stands last.
  success: [SignedRequestChallenge.pipe(HttpApiSchema.status(202)), HttpApiSchema.NoContent],
  error: refusalsOf("revokeSession")
})
  .annotate(RequiredScope, "MANAGE")
  .annotate(OpenApi.Summary, "End a session")
  .annotate(
    OpenApi.Description,
    "Signed retry. Any active session of the account may sign, the one that ends included."
  )
