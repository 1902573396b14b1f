import { Clock, Effect } from "effect"
import type { AccountId, RecoveryId } from "../../model/ids.ts"
import { currentKey } from "../../ports/EnvironmentRunner.ts"
import { readOne } from "../../steps/lists.ts"
import { byIndex, load } from "../../store/records.ts"
import { asOf, RecoveryMethod, recoveries } from "./rules/Recovery.ts"
import { RecoveryNotFound } from "./rules/refusals.ts"

/** Returns a recovery as it is now. */
export const readRecovery = Effect.fnUntraced(function* (recoveryId: RecoveryId) {
  const recovery = yield* readOne(recoveries, recoveryId, RecoveryNotFound)
  return asOf(recovery, yield* Clock.currentTimeMillis)
})

/** Returns the recoveries of an account that have not expired, by method and newest first. */
export const listRecoveries = Effect.fnUntraced(function* (accountId: AccountId) {
  const environment = yield* currentKey
  const found = yield* load(
    RecoveryMethod.literals.map((method) => byIndex(recoveries, environment, "account", [accountId, method]))
  )
  const at = yield* Clock.currentTimeMillis
  return found.flat().map(({ value }) => asOf(value, at))
})
