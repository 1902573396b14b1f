import { Result, Schema } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { CredentialId } from "../../model/ids.ts"
import { begins, finishes } from "../../steps/legs.ts"
import { rawPayload } from "../../steps/pendingRequest.ts"
import { challenged, type Finished } from "../../steps/SignedOperation.ts"
import { signedRetry } from "../../steps/signedRetry.ts"
import type { Json } from "../../store/Collection.ts"
import { replace } from "../../store/plans.ts"
import { byId, type Stored } from "../../store/records.ts"
import { walletRef } from "../accounts/wallets.ts"
import { accountOfCredential } from "../sessions/open.ts"
import { credentialTypeOf, kinds } from "./kinds/index.ts"
import { asOf, type Credential, CredentialNotFound, credentials, NicknameFixed, revised } from "./rules/Credential.ts"

export interface RenameCredentialCommand {
  readonly credentialId: CredentialId
  readonly nickname: string
  /** As received: clients compare its digest with the body they sent. */
  readonly body: Json
}

const Intent = Schema.Struct({ credentialId: CredentialId, nickname: Schema.String })

const reads = ({ credentialId }: RenameCredentialCommand, environment: EnvironmentKey) => ({
  credential: byId(credentials, environment, credentialId)
})

/**
 * Renames a credential whose nickname the end user chose. Requires the signature of any session of the account. Open
 * sessions keep the nickname that the credential had when they were opened.
 */
export const renameCredential = signedRetry({
  name: "RenameCredential",
  call: ({ body, credentialId }) => ({ method: "PATCH", path: `/auth/credentials/${credentialId}`, body }),
  wallets: ({ credentialId }, environment) => walletRef(environment, accountOfCredential(credentialId)),
  begin: begins(reads).decide(function askToRename({ command: { credentialId, nickname }, found }) {
    return Result.map(renamable(found.credential), ({ value: { accountId, type } }) =>
      challenged({
        accountId,
        credentialType: type,
        signer: { _tag: "SessionOfAccount" },
        activity: rawPayload(accountId, { renameCredential: { credentialId, nickname } }),
        intent: { credentialId, nickname }
      })
    )
  }),
  finish: finishes(Intent, reads).decide(function rename({ at, found, intent: { nickname } }) {
    return Result.map(renamable(found.credential), (credential): Finished<Credential> => {
      const renamed = revised(credential.value, { nickname, updatedAt: at })
      return { reply: asOf(renamed, at), changes: [replace(credential, renamed, at)], guards: [] }
    })
  })
})

const renamable = (
  credential: Stored<Credential> | undefined
): Result.Result<Stored<Credential>, CredentialNotFound | NicknameFixed> => {
  if (credential === undefined) return Result.fail(new CredentialNotFound())
  const isNamedByUser = kinds[credentialTypeOf(credential.value.type)].isNamedByUser
  return isNamedByUser ? Result.succeed(credential) : Result.fail(new NicknameFixed())
}
