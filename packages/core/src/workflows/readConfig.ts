import { Clock, Effect } from "effect"
import { CONFIG_KEY, freshConfig, platformConfigs } from "../config/PlatformConfig.ts"
import { type EnvironmentKey, environmentKey } from "../model/Environment.ts"
import { CurrentEnvironment } from "../ports/CurrentEnvironment.ts"
import { again, byId, commit, insert, loadOne } from "../ports/records.ts"
import { freshId } from "../ports/Secrets.ts"

export const configOf = (environment: EnvironmentKey) => byId(platformConfigs, environment, CONFIG_KEY)

/** What the platform says of itself; written down where nobody asked before, so that its id stays. */
export const readConfig = Effect.fn("readConfig")(function* () {
  return yield* again(found())
})

const found = Effect.fnUntraced(function* () {
  const environment = environmentKey(yield* CurrentEnvironment)
  const known = yield* loadOne(configOf(environment))
  if (known !== undefined) return known.value
  const at = yield* Clock.currentTimeMillis
  const config = freshConfig(yield* freshId("PlatformConfig"), at)
  yield* commit({ changes: [insert(platformConfigs, environment, config, at)], guards: [] })
  return config
})
