// biome-ignore-all format: a table, one refusal a line
import { Schema } from "effect"
import { missing } from "../model/entries.ts"

/** No internal account has this id here. */
export class AccountNotFound extends Schema.TaggedError<AccountNotFound>()("AccountNotFound", {}) { static readonly entry = missing("No internal account has this id here. Check the id, and that the API token is of the account's platform and mode.") }
