import { Effect } from "effect"
import { environmentKey } from "../../model/Environment.ts"
import { CurrentPrincipal } from "../../ports/ApiTokens.ts"
import { CurrentEnvironment, inEnvironment } from "../../ports/EnvironmentRunner.ts"
import { findAll, loadOne } from "../../store/records.ts"
import { ALL } from "../../store/Store.ts"
import { removeEndpoint } from "../platforms/config.ts"
import { listOf } from "../platforms/platforms.ts"
import { configOf } from "../platforms/rules/PlatformConfig.ts"
import { operatorCancelRecovery } from "../recovery/cancel.ts"
import { recoveries } from "../recovery/rules/Recovery.ts"
import { settingsRevisions } from "../settings/rules/PlatformSettings.ts"
import { createdTokens, MOST_VOUCHERS, requirePermissions, TokenNotFound } from "./rules/ApiToken.ts"
import { deleteToken, isCreatedToken } from "./tokens.ts"

/** Closes the objects that a stolen token made in one environment. Returns them, and its revisions of the settings. */
const closedHere = Effect.fnUntraced(function* (stolen: string) {
  const here = yield* CurrentEnvironment
  const environment = environmentKey(here)
  const isOf = (by: ReadonlyArray<string> | undefined) => by?.includes(stolen) === true
  const tokens: Array<string> = []
  // A token can create another one until it is removed itself, so a round may leave the tokens of its last moments.
  for (let round = 0; round <= MOST_VOUCHERS; round++) {
    const all = yield* findAll({ collection: createdTokens, environment, index: ALL })
    for (const { madeBy, tokenId } of all) {
      if (!isOf(madeBy)) continue
      yield* Effect.catchTag(deleteToken(tokenId), "TokenNotFound", () => Effect.void)
      tokens.push(tokenId)
    }
  }
  const waiting = { name: "state", values: ["OPERATOR", "Waiting"] }
  const started = (yield* findAll({ collection: recoveries, environment, index: waiting })).filter((recovery) =>
    isOf(recovery.startedBy)
  )
  if (started.length > 0) yield* Effect.fromResult(requirePermissions(yield* CurrentPrincipal, ["OPERATE"]))
  for (const { recoveryId } of started) {
    yield* Effect.catchTags(operatorCancelRecovery(recoveryId, JUSTIFICATION), {
      RecoveryEnded: () => Effect.void,
      RecoveryNotFound: () => Effect.void
    })
  }
  const config = yield* loadOne(configOf(environment))
  const isHook = isOf(config?.value.webhookEndpointBy)
  if (isHook) yield* removeEndpoint()
  const revisions = (yield* findAll({ collection: settingsRevisions, environment, index: ALL })).filter(
    ({ madeBy, tokenId }) => isOf(madeBy) || tokenId === stolen
  )
  return {
    environment: here,
    tokens,
    recoveries: started.map(({ recoveryId }) => recoveryId),
    webhookEndpoint: isHook,
    settingsRevisions: revisions.map(({ revision }) => revision)
  }
})

const JUSTIFICATION = { actor: "countersign", reason: "The API token that started it was removed as stolen" }

/**
 * Removes a token as stolen, and closes what it made and what that made in turn: tokens, the tokens of platforms, the
 * recoveries by an operator that are open, and the webhook endpoint (I21). A call that was cut off is repeated. Returns
 * what was closed in each environment, and the revisions of the settings by these tokens, which remain.
 *
 * A token of the configuration is not in the store: the host removes its secret from the configuration first.
 */
export const revokeStolenToken = Effect.fnUntraced(function* (tokenId: string) {
  const here = yield* CurrentEnvironment
  const isCreated = isCreatedToken(tokenId)
  const deleted = isCreated ? Effect.as(deleteToken(tokenId), false) : Effect.succeed(true)
  const isGone = yield* Effect.catchTag(deleted, "TokenNotFound", () => Effect.succeed(true))
  // Only a token of the configuration creates platforms.
  const made = isCreated ? [] : (yield* findAll(listOf(here))).filter((each) => each.tokenId === tokenId)
  const closed = yield* Effect.forEach([here, ...made], ({ mode, platformId }) =>
    inEnvironment({ mode, platformId }, closedHere(tokenId))
  )
  const isNothing = closed.every(
    (each) => each.tokens.length + each.recoveries.length + each.settingsRevisions.length === 0 && !each.webhookEndpoint
  )
  return isGone && isNothing ? yield* new TokenNotFound() : closed
})
