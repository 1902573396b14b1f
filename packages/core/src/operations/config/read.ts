import { Clock, Effect } from "effect"
import { freshConfig, platformConfigs } from "../../config/PlatformConfig.ts"
import { configOf } from "../../config/walletConfig.ts"
import { environmentKey } from "../../model/Environment.ts"
import { CurrentEnvironment } from "../../ports/CurrentEnvironment.ts"
import { again, commit, insert, loadOne } from "../../ports/records.ts"
import { freshId } from "../../ports/Secrets.ts"

/** What the platform says of itself; written down where nobody asked before, so that its id stays. */
export const readConfig = Effect.fnUntraced(function* () {
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
