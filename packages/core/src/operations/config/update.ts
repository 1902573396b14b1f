import { Clock, Effect } from "effect"
import { type ConfigPatch, freshConfig, patchedConfig, platformConfigs } from "../../config/PlatformConfig.ts"
import { configured } from "../../config/supported.ts"
import { configOf } from "../../config/walletConfig.ts"
import { announceTest } from "../../events/Event.ts"
import { spentOnce } from "../../limits/spentOnce.ts"
import { currencyOf } from "../../model/currencies.ts"
import { environmentKey } from "../../model/Environment.ts"
import { Policy } from "../../model/Policy.ts"
import { CurrentEnvironment } from "../../ports/CurrentEnvironment.ts"
import { again, commit, insert, loadOne, replace } from "../../ports/records.ts"
import { freshId } from "../../ports/Secrets.ts"
import { requireEndpoint } from "../webhooks/requireEndpoint.ts"
import { spendTest } from "../webhooks/test.ts"

/** Merges what a platform says of itself into what it said. A new endpoint is told that it is one. */
export const updateConfig = Effect.fnUntraced(function* (patch: ConfigPatch) {
  const known = yield* currencyOf
  yield* Effect.fromResult(configured(patch, yield* Policy, (code) => known(code) !== undefined))
  if (typeof patch.webhookEndpoint === "string") yield* requireEndpoint(patch.webhookEndpoint)
  return yield* spentOnce(again(updated(patch)))
})

const updated = Effect.fnUntraced(function* (patch: ConfigPatch) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const known = yield* loadOne(configOf(environment))
  const at = yield* Clock.currentTimeMillis
  const before = known?.value ?? freshConfig(yield* freshId("PlatformConfig"), at)
  const config = patchedConfig(before, patch, at)
  const isOther = config.webhookEndpoint !== undefined && config.webhookEndpoint !== before.webhookEndpoint
  if (isOther) yield* spendTest()
  const change = known === undefined ? insert(platformConfigs, environment, config, at) : replace(known, config, at)
  yield* commit({ changes: [change, ...(isOther ? [yield* announceTest(at)] : [])], guards: [] })
  return config
})
