import { Result } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import type { Decision } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import { noChanges, replace } from "../../store/plans.ts"
import { configOf } from "../platforms/rules/PlatformConfig.ts"

const reads = (_url: string, environment: EnvironmentKey) => ({ config: configOf(environment) })

/** Removes an endpoint that answered 410 Gone, unless the platform has set another one in the meantime. */
export const disableEndpoint = operation(reads).decide(function disable({ at, command: url, found: { config } }) {
  if (config?.value.webhookEndpoint !== url) return Result.succeed({ ...noChanges, reply: undefined })
  const { webhookEndpoint: _, ...rest } = config.value
  const decision: Decision<void> = {
    changes: [replace(config, { ...rest, updatedAt: at }, at)],
    guards: [],
    reply: undefined
  }
  return Result.succeed(decision)
})
