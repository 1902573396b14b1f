import { Effect } from "effect"
import { environmentKey } from "../../model/Environment.ts"
import type { AccountId } from "../../model/ids.ts"
import { CurrentEnvironment } from "../../ports/EnvironmentRunner.ts"
import { credentials } from "../../rules/credentials/Credential.ts"
import { byIndex, load } from "../../store/records.ts"

/** Returns the credentials of an account, newest first. Returns an empty list for an unknown account. */
export const listCredentials = (accountId: AccountId) =>
  Effect.flatMap(CurrentEnvironment, (environment) => {
    const reads = { credentials: byIndex(credentials, environmentKey(environment), "account", [accountId]) }
    return Effect.map(load(reads), (found) => found.credentials.map(({ value }) => value))
  })
