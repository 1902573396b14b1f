import { sha256Hex } from "@countersign/wire"
import { Effect, Redacted, Result, Schema } from "effect"
import { clientIdOf, type TokenPlace } from "../../model/clientId.ts"
import { type Environment, type EnvironmentKey, environmentKey, type Millis } from "../../model/Environment.ts"
import { TokenId } from "../../model/ids.ts"
import type { PageRequest } from "../../model/Page.ts"
import { ApiTokens, CurrentPrincipal, type Principal, vouchersOf } from "../../ports/ApiTokens.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import { freshId, Secrets } from "../../ports/Secrets.ts"
import type { Decision } from "../../steps/Leg.ts"
import { listPage, readOne } from "../../steps/lists.ts"
import { operation } from "../../steps/operation.ts"
import { insert, remove, unchanged } from "../../store/plans.ts"
import { byId, loadOne } from "../../store/records.ts"
import { ALL } from "../../store/Store.ts"
import * as ApiToken from "./rules/ApiToken.ts"

const isTokenId = Schema.is(TokenId)

/** Whether a token was created through the API. The others are in the host's configuration. */
export const isCreatedToken = (id: string | null | undefined): id is TokenId => isTokenId(id)

/** A token, and the user name that authenticates with it. */
export interface TokenView {
  readonly token: ApiToken.ApiToken
  readonly clientId: string
}

interface CreateCommand extends ApiToken.NewToken {
  readonly caller: Principal | undefined
}

/** The record of the calling token, if it was created through the API. */
const reads = ({ caller }: CreateCommand, environment: EnvironmentKey) => ({
  maker: isCreatedToken(caller?.tokenId) ? byId(ApiToken.createdTokens, environment, caller.tokenId) : undefined
})

/**
 * Creates an API token of this environment. It cannot have a permission that the calling token lacks. Only this reply
 * contains the secret.
 */
export const createToken = Effect.fnUntraced(function* ({ name, permissions }: ApiToken.NewToken) {
  return yield* create({ name, permissions, caller: yield* CurrentPrincipal })
})

export const create = operation(reads)
  .check(function mayCreate({ command: { caller, permissions } }) {
    return vouchersOf(caller).length > ApiToken.MOST_VOUCHERS
      ? Result.fail(new ApiToken.TokenChainTooLong())
      : Result.map(ApiToken.requirePermissions(caller, permissions), () => ({}))
  })
  .prepare(function drawToken({ here }) {
    return freshToken(here)
  })
  .decide(function insertToken({ at, command, environment, found: { maker }, prepared }) {
    // A token that was removed during the call makes no other one.
    if (maker === undefined && isCreatedToken(command.caller?.tokenId))
      return Result.fail(new ApiToken.PermissionsExceeded())
    const reply = madeToken(command, vouchersOf(command.caller), prepared, at)
    return Result.succeed<Decision<NewTokenView>>({
      reply,
      changes: [insert(ApiToken.createdTokens, environment, reply.token, at)],
      guards: maker === undefined ? [] : [unchanged(maker)]
    })
  })

export const freshToken = Effect.fnUntraced(function* (environment: Environment) {
  const { bytes } = yield* Secrets
  const { secretOf } = yield* ApiTokens
  const place: TokenPlace = { environment, tokenId: yield* freshId("Token") }
  return { place, secret: secretOf(place, yield* bytes(24)) }
})

/** A new token as only the reply to its creation contains it. */
export interface NewTokenView extends TokenView {
  readonly clientSecret: Redacted.Redacted<string>
}

export const madeToken = (
  { name, permissions }: ApiToken.NewToken,
  madeBy: ReadonlyArray<string>,
  { place: { environment, tokenId }, secret }: Effect.Success<ReturnType<typeof freshToken>>,
  at: Millis
): NewTokenView => ({
  token: {
    tokenId,
    name,
    permissions,
    secretSha256: sha256Hex(Redacted.value(secret)),
    madeBy,
    createdAt: at,
    updatedAt: at
  },
  clientId: clientIdOf(environment, tokenId),
  clientSecret: secret
})

export const readToken = (tokenId: TokenId) =>
  Effect.flatMap(readOne(ApiToken.createdTokens, tokenId, ApiToken.TokenNotFound), viewOf)

/** Returns the tokens of the environment that were created through the API, newest first; with `name`, those named so. */
export const listTokens = Effect.fnUntraced(function* (
  { name }: { readonly name?: string | undefined },
  page: PageRequest
) {
  const isWanted = (token: ApiToken.ApiToken) => (name ?? token.name) === token.name
  const answer = yield* listPage({ collection: ApiToken.createdTokens, index: ALL, isWanted }, page)
  return { ...answer, items: yield* Effect.forEach(answer.items, viewOf) }
})

interface DeleteCommand {
  readonly tokenId: TokenId
  readonly caller: Principal | undefined
}

const readsToDelete = ({ tokenId }: DeleteCommand, environment: EnvironmentKey) => ({
  token: byId(ApiToken.createdTokens, environment, tokenId)
})

/**
 * Deletes a token. It is rejected on every node immediately, because each call reads the token from the store. Fails
 * for a token with a permission that the calling token lacks.
 */
export const deleteToken = Effect.fnUntraced(function* (tokenId: TokenId) {
  return yield* removeToken({ tokenId, caller: yield* CurrentPrincipal })
})

export const removeToken = operation(readsToDelete).decide(function deleteIt({
  command: { caller },
  found: { token }
}) {
  if (token === undefined) return Result.fail(new ApiToken.TokenNotFound())
  return Result.map(
    ApiToken.requirePermissions(caller, token.value.permissions),
    (): Decision<void> => ({ reply: undefined, changes: [remove(token)] })
  )
})

/** Returns the token stored at a place, if there is one. The caller must compare the secret. */
export const tokenOf = Effect.fnUntraced(function* (place: TokenPlace) {
  const record = yield* loadOne(byId(ApiToken.createdTokens, environmentKey(place.environment), place.tokenId))
  return record?.value
})

const viewOf = (token: ApiToken.ApiToken) =>
  Effect.map(CurrentEnvironment, (here): TokenView => ({ token, clientId: clientIdOf(here, token.tokenId) }))
