import { isId } from "@countersign/wire"
import type { Environment } from "./Environment.ts"
import type { TokenId } from "./ids.ts"

/**
 * The user name of a token created through the API: `sandbox.acme.<uuid>`. It encodes the environment in which the
 * token is stored.
 */
export const clientIdOf = ({ mode, platformId }: Environment, tokenId: TokenId): string =>
  `${mode}.${platformId}.${tokenId.slice("Token:".length)}`

/**
 * Parses the user name of a token created through the API. Returns `undefined` for any other user name. It runs on
 * every call, so it uses a regular expression and no schema.
 */
export const placeOfToken = (clientId: string): TokenPlace | undefined => {
  const [, mode, platformId = "", uuid] = SHAPE.exec(clientId) ?? []
  const tokenId = `Token:${uuid}`
  return (mode === "sandbox" || mode === "production") && isId("Token", tokenId)
    ? { environment: { platformId, mode }, tokenId }
    : undefined
}

export interface TokenPlace {
  readonly environment: Environment
  readonly tokenId: TokenId
}

const SHAPE = /^(sandbox|production)\.([A-Za-z0-9._-]{1,64})\.([0-9a-f-]{36})$/u
