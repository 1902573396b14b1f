import { type Effect, Result, Schema } from "effect"
import { brandingOf } from "../../model/EmbeddedWalletConfig.ts"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import { CredentialId } from "../../model/ids.ts"
import { noticesTo } from "../../ports/Mailer.ts"
import { configOf, walletConfigOf } from "../../rules/config/PlatformConfig.ts"
import {
  boundOf,
  type Credential,
  CredentialNotFound,
  type CredentialSuspended,
  credentials,
  emailsOf,
  LastCredential,
  resting,
  restingCredentials
} from "../../rules/credentials/Credential.ts"
import * as EmailOtp from "../../rules/credentials/kinds/email-otp/EmailOtp.ts"
import { credentialTypeOf, kindReads, kinds } from "../../rules/credentials/kinds/index.ts"
import { named } from "../../rules/receipts/details.ts"
import { insert, noChanges, remove, replace } from "../../store/plans.ts"
import { byId, byIndex, type FoundOf, load, type Stored } from "../../store/records.ts"
import { customerRef } from "../internal-accounts/wallets.ts"
import type { Leg } from "../operation.ts"
import { accountOfCredential, accountReads, ended, touchAccount, walletRef } from "../sessions/open.ts"
import type { Challenged, Finished, SecondLeg } from "../signed-requests/SignedOperation.ts"
import { signedRetry } from "../signed-requests/signedRetry.ts"

export interface RevokeCredentialCommand {
  readonly credentialId: CredentialId
}

const Intent = Schema.Struct({ credentialId: CredentialId })
type Intent = typeof Intent.Type

const reads = ({ credentialId }: RevokeCredentialCommand, environment: EnvironmentKey) => ({
  credential: byId(credentials, environment, credentialId),
  siblings: byIndex(credentials, environment, "account", [accountOfCredential(credentialId)]),
  ...accountReads(environment, accountOfCredential(credentialId)),
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

type Refusal = CredentialNotFound | LastCredential

export const begin = ({ found }: Leg<RevokeCredentialCommand, Found>): Result.Result<Challenged<Intent>, Refusal> =>
  Result.map(removable(found), ({ value }) => ({
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
  environment,
  found,
  signer
}: Leg<RevokeCredentialCommand, Found & More> & Pick<SecondLeg<Intent>, "signer">): Result.Result<
  Finished<void>,
  CredentialSuspended | Refusal
> =>
  Result.gen(function* () {
    const credential = yield* removable(found)
    const { credentialId, type } = credential.value
    const remover = found.siblings.find(({ id }) => id === signer?.credentialId)
    const bound = remover && boundOf(remover.value, at)
    const rest = remover !== undefined &&
      bound?.ancestors.includes(credentialId) === true && {
        restsUntil: bound.until,
        removedBy: remover.value.credentialId
      }
    // Until its remover is confirmed, what vouched for that one rests, and returns when its owner proves it (I21).
    const rested = rest ? [insert(restingCredentials, environment, yield* resting(credential.value, rest, at), at)] : []
    const sessions = found.active.filter(({ value }) => value.credentialId === credentialId)
    const emails = emailsOf(found.siblings)
    const to = emails.length > 0 ? emails : [found.customer?.value.email]
    const branding = brandingOf(walletConfigOf(found.config))
    return {
      reply: undefined,
      changes: [
        remove(credential),
        ...rested,
        ...(rest ? silenced(found.kept, at) : kinds[credentialTypeOf(type)].retire(found.kept)),
        ...sessions.flatMap((session) => ended(session, at)),
        ...touchAccount(found.account, at)
      ],
      guards: [],
      details: named(credential.value),
      drafts: noticesTo(to, { kind: "CREDENTIAL_REMOVED", credentialType: type }, branding, at)
    }
  })

/** The code state of a resting credential: its counts of wrong codes stay, its code does not. */
const silenced = ({ mail, otp }: Found["kept"], at: Millis) => [
  ...(otp === undefined ? [] : [replace(otp, EmailOtp.readdress(otp.value, at), at)]),
  ...(mail === undefined ? [] : [remove(mail)])
]

const removable = ({
  credential,
  siblings
}: Pick<Found, "credential" | "siblings">): Result.Result<Stored<Credential>, Refusal> => {
  if (credential === undefined) return Result.fail(new CredentialNotFound())
  return siblings.length < 2 ? Result.fail(new LastCredential()) : Result.succeed(credential)
}

/**
 * Removes a credential. Requires the signature of a session that another credential opened, so a stolen credential
 * cannot remove itself and its traces. The sessions of the credential end in the same commit (I5). Fails for the last
 * credential of an account (I4). One that vouched for the unconfirmed credential of the signer rests until that one is
 * confirmed, and no list shows it.
 */
export const revokeCredential = signedRetry({
  name: "RevokeCredential",
  call: ({ credentialId }: RevokeCredentialCommand) => ({
    method: "DELETE",
    path: `/auth/credentials/${credentialId}`,
    body: null
  }),
  wallets: ({ credentialId }, environment) => walletRef(environment, accountOfCredential(credentialId)),
  intent: Schema.toCodecJson(Intent),
  begin: { reads, decide: begin },
  finish: { reads, moreReads, decide: finish }
})
