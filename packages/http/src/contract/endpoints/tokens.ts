import { NewToken, TokenId } from "@countersign/core"
import { HttpApiEndpoint, HttpApiSchema, OpenApi } from "effect/http-api"
import { RequiredScope } from "../Authentication.ts"
import { refusalsOf } from "../bodies/ErrorBody.ts"
import { idempotencyHeader } from "../bodies/idempotencyHeader.ts"
import { pageOf, paging } from "../bodies/Paging.ts"
import { CreatedTokenBody, TokenBody } from "../bodies/TokenBody.ts"
import { Withheld } from "../Repeatable.ts"

const params = { id: TokenId }

export const createToken = HttpApiEndpoint.post("createToken", "/tokens", {
  headers: idempotencyHeader,
  payload: NewToken,
  success: CreatedTokenBody.pipe(HttpApiSchema.status(201))
})
  .annotate(Withheld, true)
  .annotate(RequiredScope, "MANAGE")
  .annotate(OpenApi.Summary, "Make an API token")
  .annotate(
    OpenApi.Description,
    "It opens the platform and mode of the token that makes it, with no permission that one has not. clientSecret is shown here, and never again."
  )

export const listTokens = HttpApiEndpoint.get("listTokens", "/tokens", {
  query: paging,
  success: pageOf(TokenBody)
}).annotate(OpenApi.Summary, "List API tokens that were made here, newest first")

export const readToken = HttpApiEndpoint.get("readToken", "/tokens/:id", {
  params,
  success: TokenBody,
  error: refusalsOf("readToken")
}).annotate(OpenApi.Summary, "Read an API token, without its secret")

export const deleteToken = HttpApiEndpoint.delete("deleteToken", "/tokens/:id", {
  params,
  headers: idempotencyHeader,
  success: HttpApiSchema.NoContent,
  error: refusalsOf("deleteToken")
})
  .annotate(RequiredScope, "MANAGE")
  .annotate(OpenApi.Summary, "End an API token, at once")
