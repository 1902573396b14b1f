import { isId } from "@countersign/wire"
import type { Environment } from "./Environment.ts"
import type { TokenId } from "./ids.ts"

/** The user name of a token that was made by a call: `sandbox.acme.<uuid>`. It says where the token is kept. */
export const clientIdOf = ({ mode, platformId }: Environment, tokenId: TokenId): string =>
  `${mode}.${platformId}.${tokenId.slice("Token:".length)}`

/** Where a token of this user name would be kept, if it is one of ours by its shape. Asked of every call: no schema is. */
export const placeOf = (clientId: string): TokenPlace | undefined => {
  const [, mode, platformId = "", uuid] = SHAPE.exec(clientId) ?? []
  const tokenId = `Token:${uuid}`
  return (mode === "sandbox" || mode === "production") && isId("Token", tokenId)
    ? { environment: { platformId, mode }, tokenId }
    : undefined
}

/** Where a token is kept. */
export interface TokenPlace {
  readonly environment: Environment
  readonly tokenId: TokenId
}

const SHAPE = /^(sandbox|production)\.([A-Za-z0-9._-]{1,64})\.([0-9a-f-]{36})$/u
