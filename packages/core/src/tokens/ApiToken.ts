import { Schema } from "effect"
import { TokenId } from "../model/ids.ts"
import { Millis } from "../model/time.ts"
import { Scope } from "../ports/ApiTokens.ts"
import * as Collection from "../ports/Collection.ts"

const text = Schema.String.check(Schema.isMinCodePoints(1), Schema.isMaxCodePoints(255))
const Permissions = Schema.Array(Scope).check(Schema.isMinLength(1), Schema.isMaxLength(3), Schema.isUnique())

export const NewToken = Schema.Struct({ name: text, permissions: Permissions })
export type NewToken = typeof NewToken.Type

/** An API token that was made by a call. It opens the environment it is kept in, and no other. */
export const ApiToken = Schema.Struct({
  tokenId: TokenId,
  ...NewToken.fields,
  /** Of a secret of 192 random bits or more, which is stored nowhere. */
  secretSha256: Schema.String,
  createdAt: Millis,
  updatedAt: Millis
})
export type ApiToken = typeof ApiToken.Type

export const madeTokens = Collection.make({
  name: "api_tokens",
  schema: ApiToken,
  id: ({ tokenId }) => tokenId,
  indexes: { all: [] }
})
