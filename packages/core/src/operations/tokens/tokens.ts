import { sha256Hex } from "@countersign/wire"
import { Clock, Effect, Redacted } from "effect"
import { clientIdOf, type TokenPlace } from "../../model/clientId.ts"
import { environmentKey } from "../../model/Environment.ts"
import type { TokenId } from "../../model/ids.ts"
import type { PageRequest } from "../../model/Page.ts"
import { ApiTokens, CurrentPrincipal } from "../../ports/ApiTokens.ts"
import { CurrentEnvironment } from "../../ports/CurrentEnvironment.ts"
import { again, byId, commit, findPage, insert, loadOne, remove } from "../../ports/records.ts"
import { freshId, Secrets } from "../../ports/Secrets.ts"
import { ALL } from "../../ports/Store.ts"
import { type ApiToken, madeTokens, type NewToken } from "../../tokens/ApiToken.ts"
import { PermissionsExceeded, TokenNotFound } from "../../tokens/refusals.ts"

/** A token, and the user name it calls under. */
export interface TokenView {
  readonly token: ApiToken
  readonly clientId: string
}

/** Makes a token of this environment, with no permission that its maker has not. Its secret is told here, and never again. */
export const createToken = Effect.fnUntraced(function* ({ name, permissions }: NewToken) {
  const environment = yield* CurrentEnvironment
  const maker = yield* CurrentPrincipal
  if (permissions.some((scope) => maker?.scopes.includes(scope) === false)) return yield* new PermissionsExceeded()
  const { bytes } = yield* Secrets
  const { secretOf } = yield* ApiTokens
  const at = yield* Clock.currentTimeMillis
  const tokenId = yield* freshId("Token")
  const secret = secretOf({ environment, tokenId }, yield* bytes(24))
  const token: ApiToken = {
    tokenId,
    name,
    permissions,
    secretSha256: sha256Hex(Redacted.value(secret)),
    createdAt: at,
    updatedAt: at
  }
  yield* again(commit({ changes: [insert(madeTokens, environmentKey(environment), token, at)], guards: [] }))
  return { ...(yield* viewOf(token)), clientSecret: secret }
})

export const readToken = Effect.fnUntraced(function* (tokenId: TokenId) {
  const { value } = yield* found(tokenId)
  return yield* viewOf(value)
})

/** The tokens of the environment that were made by calls, newest first. */
export const listTokens = Effect.fnUntraced(function* (page: PageRequest) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const answer = yield* findPage({ collection: madeTokens, environment, index: ALL }, page)
  return { ...answer, items: yield* Effect.forEach(answer.items, viewOf) }
})

/** Ends a token at once, on every node: each call asks the store for it. */
export const deleteToken = (tokenId: TokenId) => again(deleted(tokenId))

const deleted = Effect.fnUntraced(function* (tokenId: TokenId) {
  yield* commit({ changes: [remove(yield* found(tokenId))], guards: [] })
})

/** The token of a user name, as far as its shape tells: whoever asks compares the secret. */
export const tokenOf = Effect.fnUntraced(function* (place: TokenPlace) {
  const record = yield* loadOne(byId(madeTokens, environmentKey(place.environment), place.tokenId))
  return record?.value
})

const found = Effect.fnUntraced(function* (tokenId: TokenId) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const record = yield* loadOne(byId(madeTokens, environment, tokenId))
  return record === undefined ? yield* new TokenNotFound() : record
})

const viewOf = Effect.fnUntraced(function* (token: ApiToken) {
  const view: TokenView = { token, clientId: clientIdOf(yield* CurrentEnvironment, token.tokenId) }
  return view
})
