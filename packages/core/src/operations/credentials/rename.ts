import { Result, Schema } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { CredentialId } from "../../model/ids.ts"
import {
  asOf,
  type Credential,
  CredentialNotFound,
  credentials,
  NicknameFixed,
  revised
} from "../../rules/credentials/Credential.ts"
import { credentialTypeOf, kinds } from "../../rules/credentials/kinds/index.ts"
import type { Json } from "../../store/Collection.ts"
import { noChanges, replace } from "../../store/plans.ts"
import { byId, type FoundOf, type Stored } from "../../store/records.ts"
import type { Leg } from "../operation.ts"
import { accountOfCredential, walletRef } from "../sessions/open.ts"
import { rawPayload } from "../signed-requests/pendingRequest.ts"
import type { Challenged, Finished, SecondLeg } from "../signed-requests/SignedOperation.ts"
import { signedRetry } from "../signed-requests/signedRetry.ts"

export interface RenameCredentialCommand {
  readonly credentialId: CredentialId
  readonly nickname: string
  /** As received: clients compare its digest with the body they sent. */
  readonly body: Json
}

const Intent = Schema.Struct({ credentialId: CredentialId, nickname: Schema.String })
type Intent = typeof Intent.Type

const reads = ({ credentialId }: RenameCredentialCommand, environment: EnvironmentKey) => ({
  credential: byId(credentials, environment, credentialId)
})
type RenameLeg = Leg<RenameCredentialCommand, FoundOf<ReturnType<typeof reads>>>

type Refusal = CredentialNotFound | NicknameFixed

export const begin = ({
  command: { credentialId, nickname },
  found
}: RenameLeg): Result.Result<Challenged<Intent>, Refusal> =>
  Result.map(renamable(found.credential), ({ value: { accountId, type } }) => ({
    _tag: "Challenged",
    ...noChanges,
    accountId,
    credentialType: type,
    signer: { _tag: "SessionOfAccount" },
    activity: rawPayload(accountId, { renameCredential: { credentialId, nickname } }),
    intent: { credentialId, nickname }
  }))

export const finish = ({
  at,
  found,
  intent: { nickname }
}: RenameLeg & Pick<SecondLeg<Intent>, "intent">): Result.Result<Finished<Credential>, Refusal> =>
  Result.map(renamable(found.credential), (credential) => {
    const renamed = revised(credential.value, { nickname, updatedAt: at })
    return { reply: asOf(renamed, at), changes: [replace(credential, renamed, at)], guards: [] }
  })

const renamable = (credential: Stored<Credential> | undefined): Result.Result<Stored<Credential>, Refusal> => {
  if (credential === undefined) return Result.fail(new CredentialNotFound())
  const isNamedByUser = kinds[credentialTypeOf(credential.value.type)].isNamedByUser
  return isNamedByUser ? Result.succeed(credential) : Result.fail(new NicknameFixed())
}

/**
 * Renames a credential whose nickname the end user chose. Requires the signature of any session of the account. Open
 * sessions keep the nickname that the credential had when they were opened.
 */
export const renameCredential = signedRetry({
  name: "RenameCredential",
  call: ({ body, credentialId }: RenameCredentialCommand) => ({
    method: "PATCH",
    path: `/auth/credentials/${credentialId}`,
    body
  }),
  wallets: ({ credentialId }, environment) => walletRef(environment, accountOfCredential(credentialId)),
  intent: Schema.toCodecJson(Intent),
  begin: { reads, decide: begin },
  finish: { reads, decide: finish }
})
