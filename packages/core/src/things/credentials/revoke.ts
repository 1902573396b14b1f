import { Result, Schema } from "effect"
import { brandingOf } from "../../model/EmbeddedWalletConfig.ts"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import { CredentialId } from "../../model/ids.ts"
import { touchAccount } from "../../steps/accountVersion.ts"
import { begins, finishes } from "../../steps/legs.ts"
import { challenged } from "../../steps/SignedOperation.ts"
import { signedRetry } from "../../steps/signedRetry.ts"
import { insert, remove, replace } from "../../store/plans.ts"
import { byId, byIndex, type FoundOf, load, type Stored } from "../../store/records.ts"
import { customerRef, walletRef } from "../accounts/wallets.ts"
import { noticesTo } from "../notices/rules/NoticeMail.ts"
import * as OneTimeCode from "../one-time-codes/rules/OneTimeCode.ts"
import { configOf, walletConfigOf } from "../platforms/rules/PlatformConfig.ts"
import { named } from "../receipts/rules/Details.ts"
import { accountOfCredential, accountReads, ended } from "../sessions/open.ts"
import { credentialTypeOf, kindReads, kinds } from "./kinds/index.ts"
import type { KindReads } from "./kinds/Kind.ts"
import * as Credential from "./rules/Credential.ts"

const Intent = Schema.Struct({ credentialId: CredentialId })
export type RevokeCredentialCommand = typeof Intent.Type

const reads = ({ credentialId }: RevokeCredentialCommand, environment: EnvironmentKey) => ({
  credential: byId(Credential.credentials, environment, credentialId),
  siblings: byIndex(Credential.credentials, environment, "account", [accountOfCredential(credentialId)]),
  ...accountReads(environment, accountOfCredential(credentialId)),
  kept: kindReads(environment, credentialId),
  config: configOf(environment)
})

/**
 * Removes a credential. Requires the signature of a session that another credential opened, so a stolen credential
 * cannot remove itself and its traces. The sessions of the credential end in the same commit (I5). Fails for the last
 * credential of an account (I4). One that vouched for the unconfirmed credential of the signer rests until that one is
 * confirmed, and no list shows it.
 */
export const revokeCredential = signedRetry({
  name: "RevokeCredential",
  call: ({ credentialId }) => ({ method: "DELETE", path: `/auth/credentials/${credentialId}`, body: null }),
  wallets: ({ credentialId }, environment) => walletRef(environment, accountOfCredential(credentialId)),
  begin: begins(reads).decide(function askToRemove({ found }) {
    return Result.map(removable(found.credential, found.siblings), ({ value }) =>
      challenged({
        accountId: value.accountId,
        credentialType: value.type,
        signer: { _tag: "SessionOfAccount", except: value.credentialId },
        activity: kinds[credentialTypeOf(value.type)].removal(value),
        intent: { credentialId: value.credentialId }
      })
    )
  }),
  finish: finishes(Intent, reads)
    // The customer is loaded only if no EMAIL_OTP credential has the address.
    .more(function loadAddress({ environment, found: { credential, siblings } }) {
      return load({
        customer:
          credential === undefined || Credential.emailsOf(siblings).length > 0
            ? undefined
            : customerRef(environment, credential.value.accountId)
      })
    })
    .decide(function removeCredential({ at, environment, found, signer }) {
      return Result.gen(function* () {
        const credential = yield* removable(found.credential, found.siblings)
        const { credentialId, type } = credential.value
        const remover = found.siblings.find(({ id }) => id === signer?.credentialId)
        const bound = remover && Credential.boundOf(remover.value, at)
        const rest = remover !== undefined &&
          bound?.ancestors.includes(credentialId) === true && {
            restsUntil: bound.until,
            removedBy: remover.value.credentialId
          }
        // Until its remover is confirmed, what vouched for that one rests, and returns when its owner proves it (I21).
        const rested = rest
          ? [
              insert(
                Credential.restingCredentials,
                environment,
                yield* Credential.resting(credential.value, rest, at),
                at
              )
            ]
          : []
        const sessions = found.active.filter(({ value }) => value.credentialId === credentialId)
        const emails = Credential.emailsOf(found.siblings)
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
    })
})

const removable = (
  credential: Stored<Credential.Credential> | undefined,
  siblings: ReadonlyArray<Stored<Credential.Credential>>
): Result.Result<Stored<Credential.Credential>, Credential.CredentialNotFound | Credential.LastCredential> => {
  if (credential === undefined) return Result.fail(new Credential.CredentialNotFound())
  return siblings.length < 2 ? Result.fail(new Credential.LastCredential()) : Result.succeed(credential)
}

/** The code state of a resting credential: its counts of wrong codes stay, its code does not. */
const silenced = ({ mail, otp }: FoundOf<KindReads>, at: Millis) => [
  ...(otp === undefined ? [] : [replace(otp, OneTimeCode.readdress(otp.value, at), at)]),
  ...(mail === undefined ? [] : [remove(mail)])
]
