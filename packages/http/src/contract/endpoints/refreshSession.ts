import { ClientPublicKey, SessionId } from "@countersign/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema, OpenApi } from "effect/http-api"
import { RequiredScope } from "../Authentication.ts"
import { AuthSession } from "../bodies/AuthSession.ts"
import { refusalsOf } from "../bodies/ErrorBody.ts"
import { retryHeaders } from "../bodies/retryHeaders.ts"
import { SignedRequestChallenge } from "../bodies/SignedRequestChallenge.ts"
import { Withheld } from "../Repeatable.ts"

export const refreshSession = HttpApiEndpoint.post("refreshSession", "/auth/sessions/:id/refresh", {
  params: { id: SessionId },
  headers: retryHeaders,
  payload: Schema.Struct({ clientPublicKey: ClientPublicKey }),
  success: [SignedRequestChallenge.pipe(HttpApiSchema.status(202)), AuthSession],
  error: refusalsOf("refreshSession")
})
  .annotate(Withheld, true)
  .annotate(RequiredScope, "MANAGE")
  .annotate(OpenApi.Summary, "Open a new session from an active one")
  .annotate(OpenApi.Description, "Signed retry by the session's own key, with the same clientPublicKey on both legs.")
