import { Schema } from "effect"

/** No internal account has this id here. */
export class AccountNotFound extends Schema.TaggedError<AccountNotFound>()("AccountNotFound", {}) {}
