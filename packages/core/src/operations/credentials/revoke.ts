import { type Effect, Result, Schema } from "effect"
import { brandingOf } from "../../model/EmbeddedWalletConfig.ts"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import { CredentialId } from "../../model/ids.ts"
import { noticesTo } from "../../ports/Mailer.ts"
import { configOf, walletConfigOf } from "../../rules/config/PlatformConfig.ts"
import {
  type Credential,
  CredentialNotFound,
  credentials,
  emailsOf,
  LastCredential
} from "../../rules/credentials/Credential.ts"
import { credentialTypeOf, kindReads, kinds } from "../../rules/credentials/kinds/index.ts"
import { type AccountHeld, requireNotHeld } from "../../rules/internal-accounts/InternalAccount.ts"
import { named } from "../../rules/receipts/details.ts"
import { noChanges, remove } from "../../store/plans.ts"
import { byId, byIndex, type FoundOf, load, type Stored } from "../../store/records.ts"
import { customerRef } from "../internal-accounts/wallets.ts"
import type { Leg } from "../operation.ts"
import { accountReads, ended, touchAccount } from "../sessions/open.ts"
import type { Challenged, Finished } from "../signed-requests/SignedOperation.ts"
import { signedRetry } from "../signed-requests/signedRetry.ts"

export interface RevokeCredentialCommand {
  readonly credentialId: CredentialId
}

const Intent = Schema.Struct({ credentialId: CredentialId })
type Intent = typeof Intent.Type

const accountOf = (credentialId: string) => ({ collection: credentials, id: credentialId, field: "accountId" })

const reads = ({ credentialId }: RevokeCredentialCommand, environment: EnvironmentKey) => ({
  credential: byId(credentials, environment, credentialId),
  siblings: byIndex(credentials, environment, "account", [accountOf(credentialId)]),
  ...accountReads(environment, accountOf(credentialId)),
  kept: kindReads(environment, credentialId),
  config: configOf(environment)
})
type Found = FoundOf<ReturnType<typeof reads>>

/** The customer is loaded only if no EMAIL_OTP credential has the address. */
const moreReads = ({ environment, found: { credential, siblings } }: Leg<RevokeCredentialCommand, Found>) =>
  load({
    customer:
      credential === undefined || emailsOf(siblings).length > 0
        ? undefined
        : customerRef(environment, credential.value.accountId)
  })
type More = Effect.Success<ReturnType<typeof moreReads>>

type Refusal = AccountHeld | CredentialNotFound | LastCredential

export const begin = ({ at, found }: Leg<RevokeCredentialCommand, Found>): Result.Result<Challenged<Intent>, Refusal> =>
  Result.map(removable(found, at), ({ value }) => ({
    _tag: "Challenged",
    ...noChanges,
    accountId: value.accountId,
    credentialType: value.type,
    signer: { _tag: "SessionOfAccount", except: value.credentialId },
    activity: kinds[credentialTypeOf(value.type)].removal(value),
    intent: { credentialId: value.credentialId }
  }))

export const finish = ({
  at,
  found
}: Leg<RevokeCredentialCommand, Found & More>): Result.Result<Finished<void>, Refusal> =>
  Result.map(removable(found, at), (credential) => {
    const { credentialId, type } = credential.value
    const sessions = found.active.filter(({ value }) => value.credentialId === credentialId)
    const emails = emailsOf(found.siblings)
    const to = emails.length > 0 ? emails : [found.customer?.value.email]
    const branding = brandingOf(walletConfigOf(found.config))
    return {
      reply: undefined,
      changes: [
        remove(credential),
        ...kinds[credentialTypeOf(type)].retire(found.kept),
        ...sessions.flatMap((session) => ended(session, at)),
        ...touchAccount(found.account, at)
      ],
      guards: [],
      details: named(credential.value),
      drafts: noticesTo(to, { kind: "CREDENTIAL_REMOVED", credentialType: type }, branding, at)
    }
  })

/** While a recovery holds the account, no credential that it suspended is removed: an operator may have to resume it. */
const removable = (
  { account, credential, siblings }: Pick<Found, "account" | "credential" | "siblings">,
  at: Millis
): Result.Result<Stored<Credential>, Refusal> => {
  if (credential === undefined) return Result.fail(new CredentialNotFound())
  if (siblings.length < 2) return Result.fail(new LastCredential())
  return Result.map(requireNotHeld(account?.value, at), () => credential)
}

/**
 * Removes a credential. Requires the signature of a session that another credential opened, so a stolen credential
 * cannot remove itself and its traces. The sessions of the credential end in the same commit (I5). Fails for the last
 * credential of an account (I4).
 */
export const revokeCredential = signedRetry({
  name: "RevokeCredential",
  call: ({ credentialId }: RevokeCredentialCommand) => ({
    method: "DELETE",
    path: `/auth/credentials/${credentialId}`,
    body: null
  }),
  intent: Schema.toCodecJson(Intent),
  begin: { reads, decide: begin },
  finish: { reads, moreReads, decide: finish }
})
