// biome-ignore-all format: a table, one refusal a line
import { Schema } from "effect"
import { entry } from "../model/entries.ts"

/** No token that was made by a call has this id here. */
export class TokenNotFound extends Schema.TaggedError<TokenNotFound>()("TokenNotFound", {}) { static readonly entry = entry("missing", "TOKEN_NOT_FOUND", "", "No API token that was made by a call has this id here. Those of the configuration are changed there.") }

/** A token would get a permission that whoever makes it has not. */
export class PermissionsExceeded extends Schema.TaggedError<PermissionsExceeded>()("PermissionsExceeded", {}) { static readonly entry = entry("forbidden", "FORBIDDEN", "Permission that the maker has not", "A token gives no more than it has. Ask for permissions of the token that makes the call, or use another one.") }
