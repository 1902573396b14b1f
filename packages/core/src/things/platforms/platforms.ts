import { Effect, Result } from "effect"
import { type Environment, environmentKey, type Mode } from "../../model/Environment.ts"
import type { PageRequest } from "../../model/Page.ts"
import { ApiTokens, CurrentPrincipal } from "../../ports/ApiTokens.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import { isTaken } from "../../steps/isTaken.ts"
import type { Decision } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import { insert } from "../../store/plans.ts"
import { byId, byIndex, findAll, findPage, firstBy, type Stored } from "../../store/records.ts"
import { ALL } from "../../store/Store.ts"
import { customers } from "../customers/rules/Customer.ts"
import { settingsRef } from "../settings/rules/PlatformSettings.ts"
import { type ApiToken, createdTokens, requirePermissions } from "../tokens/rules/ApiToken.ts"
import { freshToken, isCreatedToken, madeToken, type NewTokenView } from "../tokens/tokens.ts"
import { HostTokenRequired, type NewPlatform, type Platform, PlatformExists, platforms } from "./rules/Platform.ts"
import { configOf } from "./rules/PlatformConfig.ts"

/**
 * Creates the environment of another platform, in the mode of the caller, and its first API token. Only this reply
 * contains the secret of the token.
 */
export const createPlatform = Effect.fnUntraced(function* (platform: NewPlatform) {
  const { mode } = yield* CurrentEnvironment
  return yield* create({ ...platform, mode })
})

const reads = ({ mode, platformId }: NewPlatform & { readonly mode: Mode }) => {
  const environment = environmentKey({ mode, platformId })
  return {
    platform: byId(platforms, environment, platformId),
    config: configOf(environment),
    token: firstBy(createdTokens, environment, ALL.name, []),
    customer: firstBy(customers, environment, ALL.name, [])
  }
}

export const create = operation(reads)
  .prepare(
    Effect.fnUntraced(function* drawToken({ command: { mode, permissions, platformId } }) {
      const tokenId = yield* hostToken
      yield* Effect.fromResult(requirePermissions(yield* CurrentPrincipal, permissions))
      const { isConfigured } = yield* ApiTokens
      const place = { mode, platformId }
      return { tokenId, isConfigured: isConfigured(place), fresh: yield* freshToken(place) }
    })
  )
  .lost((conflict) => (isTaken(platforms)(conflict) ? new PlatformExists() : undefined))
  .decide(function foundPlatform({
    at,
    command: { mode, name, permissions, platformId },
    environment,
    found,
    prepared
  }) {
    const { fresh, isConfigured, tokenId } = prepared
    // A token for an environment with records would be a key to them.
    const own = environmentKey({ mode, platformId })
    if (isConfigured || own === environment || Object.values(found).some((record) => record !== undefined))
      return Result.fail(new PlatformExists())
    const platform: Platform = { platformId, mode, tokenId, createdAt: at }
    const token = madeToken({ name, permissions }, tokenId === null ? [] : [tokenId], fresh, at)
    return Result.succeed<Decision<{ readonly platform: Platform; readonly token: NewTokenView }>>({
      reply: { platform, token },
      changes: [
        insert(platforms, own, platform, at),
        insert(platforms, environment, platform, at),
        insert(createdTokens, own, token.token, at)
      ]
    })
  })

/** Fails for a token that was created through the API: its environment is the only one that it acts in. */
const hostToken = Effect.gen(function* () {
  const principal = yield* CurrentPrincipal
  return isCreatedToken(principal?.tokenId) ? yield* new HostTokenRequired() : (principal?.tokenId ?? null)
})

/** Returns the environments of all platforms that these environments created. */
export const createdEnvironments = (creators: Iterable<Environment>) =>
  Effect.map(
    Effect.forEach(creators, (creator) => findAll(listOf(creator))),
    (created) => created.flat()
  )

/** The records of a configured environment that its configuration may contradict. */
export const configuredReads = (configured: Environment) => {
  const environment = environmentKey(configured)
  return {
    platform: byId(platforms, environment, configured.platformId),
    tokens: byIndex(createdTokens, environment, ALL.name, []),
    settings: settingsRef(environment)
  }
}

/**
 * Returns the created tokens of an environment, of its newest 100, that go back to no token of the configuration and
 * not to the host's own program (I21).
 */
export const foreignTokens = (
  { tokens }: { readonly tokens: ReadonlyArray<Stored<ApiToken>> },
  configured: ReadonlySet<string>
): ReadonlyArray<string> =>
  tokens.flatMap(({ value: { madeBy, tokenId } }) =>
    madeBy === undefined || madeBy.slice(0, 1).some((id) => !configured.has(id)) ? [tokenId] : []
  )

export const listOf = (creator: Environment) => ({
  collection: platforms,
  environment: environmentKey(creator),
  index: ALL
})

/** Returns the platforms that tokens of this environment created, newest first. */
export const listPlatforms = Effect.fnUntraced(function* (page: PageRequest) {
  yield* hostToken
  return yield* findPage(listOf(yield* CurrentEnvironment), page)
})
