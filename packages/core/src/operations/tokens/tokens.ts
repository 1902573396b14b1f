import { sha256Hex } from "@countersign/wire"
import { Effect, Redacted, Result } from "effect"
import { clientIdOf, type TokenPlace } from "../../model/clientId.ts"
import { type Environment, type EnvironmentKey, environmentKey, type Millis } from "../../model/Environment.ts"
import type { TokenId } from "../../model/ids.ts"
import type { PageRequest } from "../../model/Page.ts"
import { ApiTokens, CurrentPrincipal } from "../../ports/ApiTokens.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import { freshId, Secrets } from "../../ports/Secrets.ts"
import {
  type ApiToken,
  createdTokens,
  type NewToken,
  PermissionsExceeded,
  TokenNotFound
} from "../../rules/tokens/ApiToken.ts"
import { insert, remove } from "../../store/plans.ts"
import { byId, type FoundOf, findPage, loadOne } from "../../store/records.ts"
import { ALL } from "../../store/Store.ts"
import { type Decision, type Leg, operation, type PreparedBy } from "../operation.ts"

/** A token, and the user name that authenticates with it. */
export interface TokenView {
  readonly token: ApiToken
  readonly clientId: string
}

const prepare = Effect.fnUntraced(function* ({
  command: { permissions },
  here
}: Pick<Leg<NewToken, unknown>, "command" | "here">) {
  const maker = yield* CurrentPrincipal
  if (permissions.some((scope) => maker?.scopes.includes(scope) === false)) return yield* new PermissionsExceeded()
  return yield* freshToken(here)
})

/** The id and the secret of a new token of an environment. */
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
  { name, permissions }: NewToken,
  { place: { environment, tokenId }, secret }: Effect.Success<ReturnType<typeof freshToken>>,
  at: Millis
): NewTokenView => ({
  token: {
    tokenId,
    name,
    permissions,
    secretSha256: sha256Hex(Redacted.value(secret)),
    createdAt: at,
    updatedAt: at
  },
  clientId: clientIdOf(environment, tokenId),
  clientSecret: secret
})

export const decideCreate = ({
  at,
  command,
  environment,
  prepared
}: Leg<NewToken, unknown> & { readonly prepared: PreparedBy<typeof prepare> }): Result.Result<
  Decision<NewTokenView>,
  never
> => {
  const reply = madeToken(command, prepared, at)
  return Result.succeed({ reply, changes: [insert(createdTokens, environment, reply.token, at)], guards: [] })
}

/**
 * Creates an API token of this environment. It cannot have a permission that the calling token lacks. Only this reply
 * contains the secret.
 */
export const createToken = operation({ reads: (_: NewToken) => ({}), prepare, decide: decideCreate })

export const readToken = Effect.fnUntraced(function* (tokenId: TokenId) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const record = yield* loadOne(byId(createdTokens, environment, tokenId))
  return record === undefined ? yield* new TokenNotFound() : yield* viewOf(record.value)
})

/** Returns the tokens of the environment that were created through the API, newest first. */
export const listTokens = Effect.fnUntraced(function* (page: PageRequest) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const answer = yield* findPage({ collection: createdTokens, environment, index: ALL }, page)
  return { ...answer, items: yield* Effect.forEach(answer.items, viewOf) }
})

const readsToDelete = (tokenId: TokenId, environment: EnvironmentKey) => ({
  token: byId(createdTokens, environment, tokenId)
})

export const decideDelete = ({
  found: { token }
}: Leg<TokenId, FoundOf<ReturnType<typeof readsToDelete>>>): Result.Result<Decision<void>, TokenNotFound> =>
  token === undefined
    ? Result.fail(new TokenNotFound())
    : Result.succeed({ reply: undefined, changes: [remove(token)], guards: [] })

/** Deletes a token. It is rejected on every node immediately, because each call reads the token from the store. */
export const deleteToken = operation({ reads: readsToDelete, decide: decideDelete })

/** Returns the token stored at a place, if there is one. The caller must compare the secret. */
export const tokenOf = Effect.fnUntraced(function* (place: TokenPlace) {
  const record = yield* loadOne(byId(createdTokens, environmentKey(place.environment), place.tokenId))
  return record?.value
})

const viewOf = Effect.fnUntraced(function* (token: ApiToken) {
  const view: TokenView = { token, clientId: clientIdOf(yield* CurrentEnvironment, token.tokenId) }
  return view
})
