import { Result } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { configOf } from "../../rules/config/PlatformConfig.ts"
import { noChanges, replace } from "../../store/plans.ts"
import type { FoundOf } from "../../store/records.ts"
import { type Decision, type Leg, operation } from "../operation.ts"

const reads = (_url: string, environment: EnvironmentKey) => ({ config: configOf(environment) })

export const decide = ({
  at,
  command: url,
  found: { config }
}: Leg<string, FoundOf<ReturnType<typeof reads>>>): Result.Result<Decision<void>> => {
  if (config?.value.webhookEndpoint !== url) return Result.succeed({ ...noChanges, reply: undefined })
  const { webhookEndpoint: _, ...rest } = config.value
  return Result.succeed({ changes: [replace(config, { ...rest, updatedAt: at }, at)], guards: [], reply: undefined })
}

/** Removes an endpoint that answered 410 Gone, unless the platform has set another one in the meantime. */
export const disableEndpoint = operation({ reads, decide })
