import { Effect } from "effect"
import { credentials } from "../../credentials/Credential.ts"
import { CredentialNotFound } from "../../credentials/refusals.ts"
import { internalAccounts } from "../../internal-accounts/InternalAccount.ts"
import { AccountNotFound } from "../../internal-accounts/refusals.ts"
import type { EnvironmentKey } from "../../model/Environment.ts"
import type { AccountId } from "../../model/ids.ts"
import { byId, byIndex, type Found } from "../../ports/records.ts"
import type { Ref } from "../../ports/Store.ts"

export const walletReads = (environment: EnvironmentKey, accountId: AccountId): ReadonlyArray<Ref> => [
  byId(internalAccounts, environment, accountId),
  byIndex(credentials, environment, "account", [accountId])
]

/** The embedded wallet of this id, and the type of the credential that authenticates it: without one nobody can sign. */
export const walletOf = Effect.fnUntraced(function* (found: Found, environment: EnvironmentKey, accountId: AccountId) {
  const account = found.one(byId(internalAccounts, environment, accountId))
  if (account === undefined || account.value.type !== "EMBEDDED_WALLET") return yield* new AccountNotFound()
  const [credential] = found.all(byIndex(credentials, environment, "account", [accountId]))
  if (credential === undefined) return yield* new CredentialNotFound()
  return { account, credentialType: credential.value.type }
})
