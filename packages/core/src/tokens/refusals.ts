import { Schema } from "effect"

/** No token that was made by a call has this id here. */
export class TokenNotFound extends Schema.TaggedError<TokenNotFound>()("TokenNotFound", {}) {}

/** A token would get a permission that whoever makes it has not. */
export class PermissionsExceeded extends Schema.TaggedError<PermissionsExceeded>()("PermissionsExceeded", {}) {}
