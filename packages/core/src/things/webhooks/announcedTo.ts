import type { EnvironmentKey } from "../../model/Environment.ts"
import type { Plan } from "../../store/plans.ts"
import type { Stored } from "../../store/records.ts"
import { type PlatformConfig, sameConfig } from "../platforms/rules/PlatformConfig.ts"

/**
 * The plan of an operation that has read the platform's configuration. Without an endpoint its events are given up from
 * the start, and no worker writes them again. An approval call stays, because its missing answer is a decision.
 */
export const announcedTo = <P extends Plan>(
  config: Stored<PlatformConfig> | undefined,
  environment: EnvironmentKey,
  plan: P
): P => {
  const { drafts = [], guards = [] } = plan
  if (config?.value.webhookEndpoint !== undefined || !drafts.some(({ unheard }) => unheard !== undefined)) return plan
  return {
    ...plan,
    drafts: drafts.map((draft) => (draft.unheard === undefined ? draft : { ...draft, insert: draft.unheard })),
    // An endpoint that is set in between receives the events of the next attempt.
    guards: [...guards, sameConfig(config, environment)]
  }
}
