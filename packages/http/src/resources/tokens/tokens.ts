import * as core from "@countersign/core/internal"
import { Effect, Redacted, Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { endpoint } from "../endpoint.ts"
import { Timestamp } from "../fields.ts"
import { pageBody, pageOf, pageRequest, paging } from "../paging.ts"
import { idempotencyHeader } from "../signedRetry.ts"

const shared = {
  id: core.TokenId,
  name: Schema.String,
  permissions: Schema.Array(core.Scope),
  clientId: Schema.String,
  createdAt: Timestamp,
  updatedAt: Timestamp
}

const TokenBody = Schema.Struct(shared).annotate({ identifier: "Token" })

/** The only response that contains the client secret. */
const CreatedTokenBody = Schema.Struct({ ...shared, clientSecret: Schema.String }).annotate({
  identifier: "CreatedToken"
})

const tokenBody = ({
  clientId,
  token: { createdAt, name, permissions, tokenId, updatedAt }
}: core.TokenView): typeof TokenBody.Type => ({ id: tokenId, name, permissions, clientId, createdAt, updatedAt })

const createdTokenBody = ({
  clientSecret,
  ...view
}: core.TokenView & { readonly clientSecret: Redacted.Redacted<string> }): typeof CreatedTokenBody.Type => ({
  ...tokenBody(view),
  clientSecret: Redacted.value(clientSecret)
})

const params = { id: core.TokenId }

export const createToken = endpoint(
  HttpApiEndpoint.post("createToken", "/tokens", {
    headers: idempotencyHeader,
    payload: core.NewToken,
    success: CreatedTokenBody.pipe(HttpApiSchema.status(201))
  }),
  {
    summary: "Create an API token",
    description:
      "The new token has the platform and mode of the token that creates it, and at most its permissions. clientSecret is returned only in this response.",
    scope: "MANAGE",
    isSecret: true,
    refusals: ["PermissionsExceeded"]
  },
  ({ payload }) => Effect.map(core.createToken(payload), createdTokenBody)
)

export const listTokens = endpoint(
  HttpApiEndpoint.get("listTokens", "/tokens", { query: paging, success: pageOf(TokenBody) }),
  { summary: "List API tokens created through the API, newest first" },
  ({ query }) => Effect.map(core.listTokens(pageRequest(query)), (page) => pageBody(page, tokenBody))
)

export const readToken = endpoint(
  HttpApiEndpoint.get("readToken", "/tokens/:id", { params, success: TokenBody }),
  { summary: "Read an API token without its secret", refusals: ["TokenNotFound"] },
  (call) => Effect.map(core.readToken(call.params.id), tokenBody)
)

export const deleteToken = endpoint(
  HttpApiEndpoint.delete("deleteToken", "/tokens/:id", {
    params,
    headers: idempotencyHeader,
    success: HttpApiSchema.NoContent
  }),
  { summary: "Revoke an API token immediately", scope: "MANAGE", refusals: ["TokenNotFound"] },
  (call) => core.deleteToken(call.params.id)
)
