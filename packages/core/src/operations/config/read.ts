import { Effect, Result } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { freshId } from "../../ports/Secrets.ts"
import { configOf, freshConfig, type PlatformConfig, platformConfigs } from "../../rules/config/PlatformConfig.ts"
import { insert, noChanges } from "../../store/plans.ts"
import type { FoundOf } from "../../store/records.ts"
import { type Decision, type Leg, operation } from "../operation.ts"

const reads = (_: undefined, environment: EnvironmentKey) => ({ config: configOf(environment) })
type ReadLeg = Leg<undefined, FoundOf<ReturnType<typeof reads>>>

const prepare = () => Effect.gen(() => freshId("PlatformConfig"))

export const decide = ({
  at,
  environment,
  found: { config: known },
  prepared
}: ReadLeg & { readonly prepared: PlatformConfig["configId"] }): Result.Result<Decision<PlatformConfig>, never> => {
  if (known !== undefined) return Result.succeed({ ...noChanges, reply: known.value })
  const config = freshConfig(prepared, at)
  return Result.succeed({ reply: config, changes: [insert(platformConfigs, environment, config, at)], guards: [] })
}

const read = operation({ reads, prepare, decide })

/** Returns the configuration of the platform. The first read creates the record, so that its id is stable. */
export const readConfig = () => read(undefined)
