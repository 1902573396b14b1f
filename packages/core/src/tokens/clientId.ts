import { Result, Schema } from "effect"
import { Environment } from "../model/Environment.ts"
import { TokenId } from "../model/ids.ts"

/** The user name of a token that was made by a call: `sandbox.acme.<uuid>`. It says where the token is kept. */
export const clientIdOf = ({ mode, platformId }: Environment, tokenId: TokenId): string =>
  `${mode}.${platformId}.${tokenId.slice("Token:".length)}`

/** Where a token of this user name would be kept, if it is one of ours by its shape. */
export const placeOf = (clientId: string): typeof Place.Type | undefined => {
  const [, mode, platformId, uuid] = SHAPE.exec(clientId) ?? []
  return Result.getOrUndefined(read({ environment: { mode, platformId }, tokenId: `Token:${uuid}` }))
}

const SHAPE = /^(sandbox|production)\.([A-Za-z0-9._-]{1,64})\.([0-9a-f-]{36})$/u
const Place = Schema.Struct({ environment: Environment, tokenId: TokenId })
const read = Schema.decodeUnknownResult(Place)
