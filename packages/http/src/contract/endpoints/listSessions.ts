import { AccountId } from "@countersign/core"
import { Schema } from "effect"
import { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { AuthSession } from "../bodies/AuthSession.ts"

export const listSessions = HttpApiEndpoint.get("listSessions", "/auth/sessions", {
  query: { accountId: AccountId },
  success: Schema.Struct({ data: Schema.Array(AuthSession) })
}).annotate(OpenApi.Summary, "List the active sessions of an account")
