import { Schema } from "effect"
import { Millis } from "../../model/Environment.ts"
import { TokenId } from "../../model/ids.ts"
import { Refusal, withCode } from "../../model/Refusal.ts"
import { label, Shown } from "../../model/text.ts"
import { Scope } from "../../ports/ApiTokens.ts"
import * as Collection from "../../store/Collection.ts"

const Permissions = Schema.Array(Scope).check(
  Schema.isMinLength(1),
  Schema.isMaxLength(Scope.literals.length),
  Schema.isUnique()
)

export const NewToken = Schema.Struct({ name: label(255), permissions: Permissions })
export type NewToken = typeof NewToken.Type

/** An API token created through the API. It is valid only in the environment in which it is stored. */
export const ApiToken = Schema.Struct({
  tokenId: TokenId,
  name: Shown,
  permissions: Permissions,
  /** Of a secret of at least 192 random bits, which is not stored. */
  secretSha256: Schema.String,
  createdAt: Millis,
  updatedAt: Millis
})
export type ApiToken = typeof ApiToken.Type

export const createdTokens = Collection.make({
  name: "api_tokens",
  schema: ApiToken,
  id: ({ tokenId }) => tokenId,
  indexes: { all: [] }
})

/** No token created through the API has this id. */
export class TokenNotFound extends Refusal("TokenNotFound")(withCode("missing", "TOKEN_NOT_FOUND"), {
  message:
    "No API token with this id was created through the API. Tokens from the configuration cannot be managed here.",
  cause: "The id is misspelled, the token was deleted, or the token is declared in the configuration of the service.",
  remedy: "List the tokens with GET /tokens. Change a token of the configuration in the option `tokens`."
}) {}

/** The new token would have a permission that the calling token lacks. */
export class PermissionsExceeded extends Refusal("PermissionsExceeded")(withCode("forbidden", "FORBIDDEN"), {
  reason: "Permissions exceed the token's own",
  message:
    "An API token can grant only permissions that it has. Request fewer permissions, or use a token that has them.",
  cause: "The new token would have a permission that the token of this call lacks.",
  remedy: "Create the token with a token that has all requested permissions."
}) {}
