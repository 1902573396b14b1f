import { Effect } from "effect"
import { credentials } from "../../credentials/Credential.ts"
import { kinds } from "../../credentials/kinds/index.ts"
import type { EnvironmentKey } from "../../model/Environment.ts"
import type { AccountId } from "../../model/ids.ts"
import type { Millis } from "../../model/time.ts"
import { insert } from "../../ports/records.ts"
import { freshId } from "../../ports/Secrets.ts"

/** The changes that give a wallet its first way in. Registered without a challenge: nobody has asked to sign in yet. */
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
