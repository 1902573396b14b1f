import { Clock, Effect } from "effect"
import type { AccountId } from "../../model/ids.ts"
import { currentKey } from "../../ports/EnvironmentRunner.ts"
import { byIndex, load } from "../../store/records.ts"
import { asOf, credentials } from "./rules/Credential.ts"

/** Returns the credentials of an account, newest first. Returns an empty list for an unknown account. */
export const listCredentials = Effect.fnUntraced(function* (accountId: AccountId) {
  const environment = yield* currentKey
  const found = yield* load({ credentials: byIndex(credentials, environment, "account", [accountId]) })
  const at = yield* Clock.currentTimeMillis
  return found.credentials.map(({ value }) => asOf(value, at))
})
