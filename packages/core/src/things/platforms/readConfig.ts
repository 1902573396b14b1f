import { Effect, Result } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { freshId } from "../../ports/Secrets.ts"
import { operation } from "../../steps/operation.ts"
import { insert, noChanges } from "../../store/plans.ts"
import { configOf, freshConfig, platformConfigs } from "./rules/PlatformConfig.ts"

/** Returns the configuration of the platform. The first read creates the record, so that its id is stable. */
export const readConfig = () => read(undefined)

const reads = (_: undefined, environment: EnvironmentKey) => ({ config: configOf(environment) })

export const read = operation(reads)
  .prepare(
    Effect.fnUntraced(function* drawId() {
      return yield* freshId("PlatformConfig")
    })
  )
  .decide(function createOnce({ at, environment, found: { config: known }, prepared: configId }) {
    if (known !== undefined) return Result.succeed({ ...noChanges, reply: known.value })
    const config = freshConfig(configId, at)
    return Result.succeed({ reply: config, changes: [insert(platformConfigs, environment, config, at)], guards: [] })
  })
