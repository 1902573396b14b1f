import { AccountId } from "@countersign/core"
import { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { refusals } from "../bodies/ErrorBody.ts"
import { InternalAccountBody } from "../bodies/InternalAccountBody.ts"

export const readAccount = HttpApiEndpoint.get("readAccount", "/internal-accounts/:id", {
  params: { id: AccountId },
  success: InternalAccountBody,
  error: refusals(404)
}).annotate(OpenApi.Summary, "Read an internal account")
