import { AccountId } from "@countersign/core"
import { Schema } from "effect"
import { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { AuthMethod } from "../bodies/AuthMethod.ts"

export const listCredentials = HttpApiEndpoint.get("listCredentials", "/auth/credentials", {
  query: { accountId: AccountId },
  success: Schema.Struct({ data: Schema.Array(AuthMethod) })
}).annotate(OpenApi.Summary, "List the credentials of an account")
