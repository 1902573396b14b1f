import { Effect } from "effect"
import type { AccountId } from "../../model/ids.ts"
import { freshId } from "../../ports/Secrets.ts"
import type { Call } from "../../steps/Leg.ts"
import { insert, type Plan } from "../../store/plans.ts"
import { recorded } from "../receipts/rules/Activity.ts"
import { kinds } from "./kinds/index.ts"
import { credentials } from "./rules/Credential.ts"

/**
 * The plan that registers the first credential of a wallet. No challenge is issued, because no login has started yet.
 */
export const firstCredential = Effect.fnUntraced(function* (
  accountId: AccountId,
  email: string,
  { at, environment, policy }: Pick<Call<unknown>, "at" | "environment" | "policy">
) {
  const { EMAIL_OTP } = kinds
  const credentialId = yield* freshId("AuthMethod")
  const { activity: _, ...prepared } = yield* Effect.orDie(EMAIL_OTP.prepare(null, { accountId, email, at }))
  const registration = { environment, credentialId, accountId, at, announcement: undefined, ...prepared }
  const { companions, credential } = yield* EMAIL_OTP.register(registration)
  const plan: Plan = {
    changes: [insert(credentials, environment, credential, at), ...companions],
    drafts: [recorded({ type: "CREDENTIAL_CREATED", accountId, credentialId, at }, policy)]
  }
  return plan
})
