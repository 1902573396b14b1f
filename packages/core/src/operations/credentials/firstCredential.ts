import { Effect } from "effect"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import type { AccountId } from "../../model/ids.ts"
import { freshId } from "../../ports/Secrets.ts"
import { credentials } from "../../rules/credentials/Credential.ts"
import { kinds } from "../../rules/credentials/kinds/index.ts"
import { insert } from "../../store/plans.ts"

/**
 * The changes that register the first credential of a wallet. No challenge is issued, because no login has started yet.
 */
export const firstCredential = Effect.fnUntraced(function* (
  environment: EnvironmentKey,
  accountId: AccountId,
  email: string,
  at: Millis
) {
  const { EMAIL_OTP } = kinds
  const credentialId = yield* freshId("AuthMethod")
  const { activity: _, ...prepared } = yield* Effect.orDie(EMAIL_OTP.prepare(null, { accountId, email, at }))
  const registration = { environment, credentialId, accountId, at, announcement: undefined, ...prepared }
  const { companions, credential } = yield* EMAIL_OTP.register(registration)
  return [insert(credentials, environment, credential, at), ...companions]
})
