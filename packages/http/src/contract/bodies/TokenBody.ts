import { Scope, TokenId, type TokenView } from "@countersign/core"
import { Redacted, Schema } from "effect"
import { Timestamp } from "./wire.ts"

const shared = {
  id: TokenId,
  name: Schema.String,
  permissions: Schema.Array(Scope),
  clientId: Schema.String,
  createdAt: Timestamp,
  updatedAt: Timestamp
}

export const TokenBody = Schema.Struct(shared).annotate({ identifier: "Token" })

/** The one answer that shows the secret. */
export const CreatedTokenBody = Schema.Struct({ ...shared, clientSecret: Schema.String }).annotate({
  identifier: "CreatedToken"
})

export const tokenBody = ({
  clientId,
  token: { createdAt, name, permissions, tokenId, updatedAt }
}: TokenView): typeof TokenBody.Type => ({ id: tokenId, name, permissions, clientId, createdAt, updatedAt })

export const createdTokenBody = ({
  clientSecret,
  ...view
}: TokenView & { readonly clientSecret: Redacted.Redacted<string> }): typeof CreatedTokenBody.Type => ({
  ...tokenBody(view),
  clientSecret: Redacted.value(clientSecret)
})
