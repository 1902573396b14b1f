import { Result } from "effect"
import { credentials } from "../../credentials/Credential.ts"
import { CredentialNotFound } from "../../credentials/refusals.ts"
import { type InternalAccount, internalAccounts } from "../../internal-accounts/InternalAccount.ts"
import { AccountNotFound } from "../../internal-accounts/refusals.ts"
import type { EnvironmentKey } from "../../model/Environment.ts"
import type { AccountId } from "../../model/ids.ts"
import { byId, byIndex, type FoundOf, type Stored } from "../../ports/records.ts"

export const walletReads = (environment: EnvironmentKey, accountId: AccountId) => ({
  account: byId(internalAccounts, environment, accountId),
  credentials: byIndex(credentials, environment, "account", [accountId])
})

/** The embedded wallet, and the type of the credential that authenticates it: without one no call can be signed. */
export const walletOf = ({
  account,
  credentials: [credential]
}: FoundOf<ReturnType<typeof walletReads>>): Result.Result<
  { readonly account: Stored<InternalAccount>; readonly credentialType: string },
  AccountNotFound | CredentialNotFound
> => {
  if (account === undefined || account.value.type !== "EMBEDDED_WALLET") return Result.fail(new AccountNotFound())
  if (credential === undefined) return Result.fail(new CredentialNotFound())
  return Result.succeed({ account, credentialType: credential.value.type })
}
