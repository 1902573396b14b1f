import { Clock, Effect } from "effect"
import { type EnvironmentKey, environmentKey } from "../../model/Environment.ts"
import type { AccountId, RecoveryId } from "../../model/ids.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import { byId, byIndex, load, loadOne } from "../../store/records.ts"
import { asOf, RecoveryMethod, recoveries } from "./rules/Recovery.ts"
import { RecoveryNotFound } from "./rules/refusals.ts"

/** Returns a recovery as it is now. */
export const readRecovery = Effect.fnUntraced(function* (recoveryId: RecoveryId) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const recovery = yield* loadOne(byId(recoveries, environment, recoveryId))
  return recovery === undefined ? yield* new RecoveryNotFound() : asOf(recovery.value, yield* Clock.currentTimeMillis)
})

/** Returns the recoveries of an account that have not expired, by method and newest first. */
export const listRecoveries = Effect.fnUntraced(function* (accountId: AccountId) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const found = yield* load(RecoveryMethod.literals.map((method) => ofMethod(environment, accountId, method)))
  const at = yield* Clock.currentTimeMillis
  return found.flat().map(({ value }) => asOf(value, at))
})

const ofMethod = (environment: EnvironmentKey, accountId: AccountId, method: RecoveryMethod) =>
  byIndex(recoveries, environment, "account", [accountId, method])
