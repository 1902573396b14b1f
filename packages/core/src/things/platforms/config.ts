import { Effect, Result } from "effect"
import { currencyOf } from "../../model/currencies.ts"
import { MailDomains } from "../../model/EmbeddedWalletConfig.ts"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { Policy } from "../../model/Policy.ts"
import { CurrentPrincipal, vouchersOf } from "../../ports/ApiTokens.ts"
import { freshId } from "../../ports/Secrets.ts"
import type { Decision } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import { insert, type Limited, noChanges, put, replace } from "../../store/plans.ts"
import { requireEndpoint, testLimit } from "../webhooks/deliveries.ts"
import { announceTest } from "../webhooks/rules/Event.ts"
import * as PlatformConfig from "./rules/PlatformConfig.ts"
import { configured } from "./rules/supported.ts"

/** Returns the configuration of the platform. The first read creates the record, so that its id is stable. */
export const readConfig = () => read(undefined)

/** A platform that has no configuration yet gets one, with this id. */
const drawId = () => Effect.gen(() => freshId("PlatformConfig"))

const reads = <Command>(_: Command, environment: EnvironmentKey) => ({ config: PlatformConfig.configOf(environment) })

export const read = operation(reads<undefined>)
  .prepare(drawId)
  .decide(function createOnce({ at, environment, found: { config: known }, prepared: configId }) {
    if (known !== undefined) return Result.succeed({ ...noChanges, reply: known.value })
    const config = PlatformConfig.freshConfig(configId, at)
    const change = insert(PlatformConfig.platformConfigs, environment, config, at)
    return Result.succeed({ reply: config, changes: [change] })
  })

/** Merges a patch into the configuration of the platform. A new webhook endpoint receives a TEST event. */
export const updateConfig = Effect.fnUntraced(function* (patch: PlatformConfig.ConfigPatch) {
  const known = yield* currencyOf
  yield* Effect.fromResult(configured(patch, yield* Policy, (code) => known(code) !== undefined, yield* MailDomains))
  if (typeof patch.webhookEndpoint === "string") yield* requireEndpoint(patch.webhookEndpoint)
  return yield* update({ ...patch, vouchers: vouchersOf(yield* CurrentPrincipal) })
})

/** Removes the webhook endpoint: no events are sent. */
export const removeEndpoint = () => update({ webhookEndpoint: null })

interface UpdateCommand extends PlatformConfig.ConfigPatch {
  readonly vouchers?: ReadonlyArray<string>
}

export const update = operation(reads<UpdateCommand>)
  .prepare(drawId)
  .decide(function mergePatch({ at, command, environment, found: { config: known }, policy, prepared: configId }) {
    const { vouchers, ...patch } = command
    const before = known?.value ?? PlatformConfig.freshConfig(configId, at)
    const config = PlatformConfig.patchedConfig(before, patch, at, vouchers)
    const isOther = config.webhookEndpoint !== undefined && config.webhookEndpoint !== before.webhookEndpoint
    return Result.succeed<Decision<PlatformConfig.PlatformConfig> & Limited>({
      reply: config,
      changes: [put(PlatformConfig.platformConfigs, environment, known, config, at)],
      drafts: isOther ? [announceTest(at)] : [],
      limits: isOther ? [testLimit(environment, policy)] : []
    })
  })

/** Removes an endpoint that answered 410 Gone, unless the platform has set another one in the meantime. */
export const disableEndpoint = operation(reads<string>).decide(function disable({
  at,
  command: url,
  found: { config }
}) {
  if (config?.value.webhookEndpoint !== url) return Result.succeed({ ...noChanges, reply: undefined })
  const { webhookEndpoint: _, ...rest } = config.value
  return Result.succeed({ changes: [replace(config, { ...rest, updatedAt: at }, at)], reply: undefined })
})
