import { Effect, Redacted, Schema } from "@countersign/core/effect"
import { HttpApiSchema } from "@countersign/core/effect/http-api"
import * as core from "@countersign/core/internal"
import { get, post, remove } from "../endpoint.ts"
import { created, dated, paged, pageOf } from "../fields.ts"

const TokenBody = Schema.Struct({
  id: core.TokenId,
  name: Schema.String,
  permissions: Schema.Array(core.Scope),
  clientId: Schema.String,
  ...dated
}).annotate({ identifier: "Token", description: "An API token, without its secret" })

export const CreatedTokenBody = Schema.Struct({ ...TokenBody.fields, clientSecret: Schema.String }).annotate({
  identifier: "CreatedToken",
  description: "A new API token. Only this answer contains the secret"
})

const tokenBody = ({ clientId, token }: core.TokenView): typeof TokenBody.Type => ({
  ...token,
  id: token.tokenId,
  clientId
})

export const createdTokenBody = ({ clientSecret, ...view }: core.NewTokenView): typeof CreatedTokenBody.Type => ({
  ...tokenBody(view),
  clientSecret: Redacted.value(clientSecret)
})

const ofTokens = {
  achieves: "Makes tokens of no more scopes than its own, and ends tokens of no more scopes than its own.",
  because: "They are the platform's. A thief's tokens are listed, and end [with the stolen token](#a-stolen-api-token)."
}

export const createToken = post("createToken", "/tokens", {
  summary: "Create an API token",
  description:
    "The new token has the platform and mode of the token that creates it, and at most its permissions. clientSecret is returned only in this response.",
  tokenAlone: ofTokens,
  payload: core.NewToken,
  success: CreatedTokenBody.pipe(HttpApiSchema.status(201)),
  isSecret: true,
  refusals: ["PermissionsExceeded", "TokenChainTooLong"],
  handle: ({ payload }) => Effect.map(core.createToken(payload), createdTokenBody)
})

export const listTokens = get("listTokens", "/tokens", {
  summary: "List API tokens created through the API, newest first",
  query: { name: Schema.optionalKey(core.NewToken.fields.name), ...created },
  success: pageOf(TokenBody),
  handle: ({ query }) => paged(query, (page) => core.listTokens(query, page), tokenBody)
})

export const readToken = get("readToken", "/tokens/:id", {
  summary: "Read an API token without its secret",
  params: { id: core.TokenId },
  success: TokenBody,
  refusals: ["TokenNotFound"],
  handle: ({ params }) => Effect.map(core.readToken(params.id), tokenBody)
})

export const deleteToken = remove("deleteToken", "/tokens/:id", {
  summary: "Revoke an API token immediately",
  description:
    "The calling token has all of its permissions. With reason=stolen, what the token made is closed too: tokens, open recoveries that it started as an operator, and the webhook endpoint that it set.",
  tokenAlone: ofTokens,
  params: { id: core.TokenId },
  query: { reason: Schema.optionalKey(Schema.Literal("stolen")) },
  refusals: ["PermissionsExceeded", "TokenNotFound"],
  handle: ({ params: { id }, query: { reason } }) =>
    reason === "stolen" ? Effect.asVoid(core.revokeStolenToken(id)) : core.deleteToken(id)
})
