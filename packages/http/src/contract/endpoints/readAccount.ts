import { AccountId } from "@countersign/core"
import { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { refusalsOf } from "../bodies/ErrorBody.ts"
import { InternalAccountBody } from "../bodies/InternalAccountBody.ts"

export const readAccount = HttpApiEndpoint.get("readAccount", "/internal-accounts/:id", {
  params: { id: AccountId },
  success: InternalAccountBody,
  error: refusalsOf("readAccount")
}).annotate(OpenApi.Summary, "Read an internal account")
