import { Result, Schema } from "effect"
import { dated } from "../../../model/counted.ts"
import { TokenId } from "../../../model/ids.ts"
import { Refusal, withCode } from "../../../model/Refusal.ts"
import { label, Shown } from "../../../model/text.ts"
import { Permissions, type Principal, type Scope } from "../../../ports/ApiTokens.ts"
import * as Collection from "../../../store/Collection.ts"

export const NewToken = Schema.Struct({ name: label(255), permissions: Permissions }).annotate({
  description: "An API token to create"
})
export type NewToken = typeof NewToken.Type

/** An API token created through the API. It is valid only in the environment in which it is stored. */
export const ApiToken = Schema.Struct({
  tokenId: TokenId,
  name: Shown,
  permissions: Permissions,
  /** Of a secret of at least 192 random bits, which is not stored. */
  secretSha256: Schema.String,
  /** The tokens that vouch for it, its maker last. Empty if the host made it, absent in records of earlier versions. */
  madeBy: Schema.optionalKey(Schema.Array(Schema.String)),
  ...dated
})
export type ApiToken = typeof ApiToken.Type

export const createdTokens = Collection.make({
  name: "api_tokens",
  schema: ApiToken,
  id: "tokenId",
  indexes: { all: [] }
})

/**
 * Fails unless the caller has all of these permissions. It decides every act on a token: to create one, to create a
 * platform with one, and to remove one (I21). The host itself, which has no principal, has all permissions.
 */
export const requirePermissions = (
  caller: Principal | undefined,
  permissions: ReadonlyArray<Scope>
): Result.Result<void, PermissionsExceeded> =>
  caller === undefined || permissions.every((scope) => caller.scopes.includes(scope))
    ? Result.void
    : Result.fail(new PermissionsExceeded())

/** The longest chain of tokens of which each created the next. */
export const MOST_VOUCHERS = 8

export class TokenNotFound extends Refusal("TokenNotFound")(withCode("missing", "TOKEN_NOT_FOUND"), {
  message:
    "No API token with this id was created through the API. Tokens from the configuration cannot be managed here.",
  cause: "The id is misspelled, the token was deleted, or the token is declared in the configuration of the service.",
  remedy: "List the tokens with GET /tokens. Change a token of the configuration in the option `tokens`."
}) {}

export class PermissionsExceeded extends Refusal("PermissionsExceeded")(withCode("forbidden", "FORBIDDEN"), {
  reason: "Permissions exceed the token's own",
  message:
    "An API token can create and revoke only tokens whose permissions it has. Request fewer permissions, or use a token that has them.",
  cause: "The token that is created or revoked has a permission that the token of this call lacks.",
  remedy: "Use a token that has all of the permissions, or the host's own program."
}) {}

export class TokenChainTooLong extends Refusal("TokenChainTooLong")(withCode("forbidden", "FORBIDDEN"), {
  reason: "Chain of tokens too long",
  message: `A token at the end of a chain of ${MOST_VOUCHERS} tokens, each created by the one before it, creates no other. Use one of the first tokens.`,
  cause: "Each token stores the tokens that it goes back to, so that it ends with a stolen one of them.",
  remedy: "Create the token with a token of the host's configuration."
}) {}
