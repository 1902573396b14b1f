import { Effect, Result } from "effect"
import { currencyOf } from "../../model/currencies.ts"
import { MailDomains } from "../../model/EmbeddedWalletConfig.ts"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { Policy } from "../../model/Policy.ts"
import { CurrentPrincipal, vouchersOf } from "../../ports/ApiTokens.ts"
import { freshId } from "../../ports/Secrets.ts"
import type { Decision } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import { insert, type Limited, replace } from "../../store/plans.ts"
import { requireEndpoint } from "../webhooks/deliveries.ts"
import { announceTest } from "../webhooks/rules/Event.ts"
import { testLimit } from "../webhooks/test.ts"
import {
  type ConfigPatch,
  configOf,
  freshConfig,
  type PlatformConfig,
  patchedConfig,
  platformConfigs
} from "./rules/PlatformConfig.ts"
import { configured } from "./rules/supported.ts"

/** Merges a patch into the configuration of the platform. A new webhook endpoint receives a TEST event. */
export const updateConfig = Effect.fnUntraced(function* (patch: ConfigPatch) {
  const known = yield* currencyOf
  yield* Effect.fromResult(configured(patch, yield* Policy, (code) => known(code) !== undefined, yield* MailDomains))
  if (typeof patch.webhookEndpoint === "string") yield* requireEndpoint(patch.webhookEndpoint)
  return yield* update({ ...patch, vouchers: vouchersOf(yield* CurrentPrincipal) })
})

/** Removes the webhook endpoint: no events are sent. */
export const removeEndpoint = () => update({ webhookEndpoint: null })

interface UpdateCommand extends ConfigPatch {
  readonly vouchers?: ReadonlyArray<string>
}

const reads = (_: UpdateCommand, environment: EnvironmentKey) => ({ config: configOf(environment) })

export const update = operation(reads)
  .prepare(
    Effect.fnUntraced(function* drawId() {
      return yield* freshId("PlatformConfig")
    })
  )
  .decide(function mergePatch({ at, command, environment, found: { config: known }, policy, prepared: configId }) {
    const { vouchers, ...patch } = command
    const before = known?.value ?? freshConfig(configId, at)
    const config = patchedConfig(before, patch, at, vouchers)
    const isOther = config.webhookEndpoint !== undefined && config.webhookEndpoint !== before.webhookEndpoint
    const decision: Decision<PlatformConfig> & Limited = {
      reply: config,
      changes: [known === undefined ? insert(platformConfigs, environment, config, at) : replace(known, config, at)],
      guards: [],
      drafts: isOther ? [announceTest(at)] : [],
      limits: isOther ? [testLimit(environment, policy)] : []
    }
    return Result.succeed(decision)
  })
