import { Effect } from "effect"
import { credentials } from "../credentials/Credential.ts"
import { environmentKey } from "../model/Environment.ts"
import type { AccountId } from "../model/ids.ts"
import { CurrentEnvironment } from "../ports/CurrentEnvironment.ts"
import { byIndex, load } from "../ports/records.ts"

/** The credentials of an account, newest first. An account that is not here has none. */
export const listCredentials = Effect.fnUntraced(function* (accountId: AccountId) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const ref = byIndex(credentials, environment, "account", [accountId])
  const found = yield* load([ref])
  return found.all(ref).map((credential) => credential.value)
})
