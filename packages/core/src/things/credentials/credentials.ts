import { Clock, Effect, Result, Schema } from "effect"
import type { AccessPolicy } from "../../model/AccessPolicy.ts"
import { brandingOf } from "../../model/EmbeddedWalletConfig.ts"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import { type AccountId, CredentialId } from "../../model/ids.ts"
import { currentKey } from "../../ports/EnvironmentRunner.ts"
import { begins, finishes } from "../../steps/legs.ts"
import { rawPayload } from "../../steps/pendingRequest.ts"
import { touchAccount } from "../../steps/receiptPlan.ts"
import { challenged, type Finished } from "../../steps/SignedOperation.ts"
import { signedRetry } from "../../steps/signedRetry.ts"
import type { Json } from "../../store/Collection.ts"
import { insert, remove, replace } from "../../store/plans.ts"
import { byId, byIndex, load, type Stored } from "../../store/records.ts"
import { customerRef, walletRef } from "../accounts/wallets.ts"
import { noticesTo } from "../notices/rules/NoticeMail.ts"
import { codesVoided } from "../one-time-codes/rules/codes.ts"
import { configOf, walletConfigOf } from "../platforms/rules/PlatformConfig.ts"
import { named } from "../receipts/rules/Details.ts"
import { accountOfCredential, accountReads, ended } from "../sessions/open.ts"
import * as Session from "../sessions/rules/Session.ts"
import { credentialTypeOf, kindReads, kinds } from "./kinds/index.ts"
import * as Credential from "./rules/Credential.ts"

/** Returns the credentials of an account, newest first. Returns an empty list for an unknown account. */
export const listCredentials = Effect.fnUntraced(function* (accountId: AccountId) {
  const environment = yield* currentKey
  const found = yield* load({ credentials: byIndex(Credential.credentials, environment, "account", [accountId]) })
  const at = yield* Clock.currentTimeMillis
  return found.credentials.map(({ value }) => Credential.asOf(value, at))
})

const Intent = Schema.Struct({ credentialId: CredentialId })
type OfCredential = typeof Intent.Type

const walletOfCredential = ({ credentialId }: OfCredential, environment: EnvironmentKey) =>
  walletRef(environment, accountOfCredential(credentialId))

const requireThere = (credential: Stored<Credential.Credential> | undefined) =>
  Result.fromNullishOr(credential, () => new Credential.CredentialNotFound())

export interface RenameCredentialCommand extends OfCredential {
  readonly nickname: string
  /** As received: clients compare its digest with the body they sent. */
  readonly body: Json
}

const RenameIntent = Schema.Struct({ credentialId: CredentialId, nickname: Schema.String })

const renameReads = ({ credentialId }: RenameCredentialCommand, environment: EnvironmentKey) => ({
  credential: byId(Credential.credentials, environment, credentialId)
})

/**
 * Renames a credential whose nickname the end user chose. Requires the signature of any session of the account. Open
 * sessions keep the nickname that the credential had when they were opened.
 */
export const renameCredential = signedRetry({
  name: "RenameCredential",
  call: ({ body, credentialId }) => ({ method: "PATCH", path: `/auth/credentials/${credentialId}`, body }),
  wallets: walletOfCredential,
  account: ({ credentialId }) => accountOfCredential(credentialId),
  begin: begins(renameReads).decide(function askToRename({ command: { credentialId, nickname }, found }) {
    return Result.map(renamable(found.credential), ({ value: { accountId, type } }) =>
      challenged({
        accountId,
        credentialType: type,
        activity: rawPayload(accountId, { renameCredential: { credentialId, nickname } }),
        intent: { credentialId, nickname }
      })
    )
  }),
  finish: finishes(RenameIntent, renameReads).decide(function rename({ at, found, intent: { nickname } }) {
    return Result.map(renamable(found.credential), (credential): Finished<Credential.Credential> => {
      const renamed = Credential.revised(credential.value, { nickname, updatedAt: at })
      return { reply: Credential.asOf(renamed, at), changes: [replace(credential, renamed, at)] }
    })
  })
})

const renamable = (credential: Stored<Credential.Credential> | undefined) =>
  Result.filterOrFail(
    requireThere(credential),
    ({ value }) => kinds[credentialTypeOf(value.type)].isNamedByUser,
    () => new Credential.NicknameFixed()
  )

/** The credential with those of its account, and the sessions. */
const reads = ({ credentialId }: OfCredential, environment: EnvironmentKey) => ({
  credential: byId(Credential.credentials, environment, credentialId),
  siblings: byIndex(Credential.credentials, environment, "account", [accountOfCredential(credentialId)]),
  ...accountReads(environment, accountOfCredential(credentialId))
})

export type ConfirmCredentialCommand = OfCredential

const confirmReads = (command: ConfirmCredentialCommand, environment: EnvironmentKey) => ({
  ...reads(command, environment),
  resting: byIndex(Credential.restingCredentials, environment, "account", [accountOfCredential(command.credentialId)])
})

/**
 * Confirms a credential before its time: it then has the authority of its own kind. Requires the signature of a session
 * that an older credential opened, which did not vouch for it.
 */
export const confirmCredential = signedRetry({
  name: "ConfirmCredential",
  call: ({ credentialId }) => ({ method: "POST", path: `/auth/credentials/${credentialId}/confirm`, body: null }),
  wallets: walletOfCredential,
  begin: begins(confirmReads).decide(function askToConfirm({ found }) {
    return Result.map(requireThere(found.credential), ({ value: { accountId, credentialId, type } }) =>
      challenged({
        accountId,
        credentialType: type,
        signer: { _tag: "SessionOfAccount", except: credentialId },
        activity: rawPayload(accountId, { confirmCredential: { credentialId } }),
        intent: { credentialId }
      })
    )
  }),
  // Confirmation also ends the rest of what this credential removed: nothing brings that back.
  finish: finishes(Intent, confirmReads).decide(function confirm({ access, at, found, signer }) {
    const { account, active, credential, resting, siblings } = found
    if (credential === undefined) return Result.fail(new Credential.CredentialNotFound())
    const by = siblings.find(({ id }) => id === signer?.credentialId)
    if (!mayConfirm(credential.value, by?.value, access, at)) return Result.fail(new Credential.ConfirmationRefused())
    const next = Credential.confirmed(credential.value, at)
    return Result.succeed({
      reply: next,
      changes: [
        replace(credential, next, at),
        ...active.flatMap((session) =>
          session.value._tag === "Active" && session.value.credentialId === credential.id
            ? [replace(session, Session.confirmed(session.value), at)]
            : []
        ),
        ...resting.filter(({ value }) => value.removedBy === credential.id).map(remove),
        ...touchAccount(account, at)
      ],
      details: named(credential.value)
    })
  })
})

/**
 * Whether `by` may confirm: an older credential that is confirmed itself, that did not vouch, and that every rule
 * accepts which would accept the confirmed one. A signature without a session is the sandbox's waiver.
 */
const mayConfirm = (
  credential: Credential.Credential,
  by: Credential.Credential | undefined,
  access: AccessPolicy | undefined,
  at: Millis
): boolean => {
  if (by === undefined) return true
  const bound = Credential.boundOf(credential, at)
  const rules = (access?.operations ?? []).filter(({ credentialTypes }) => credentialTypes?.includes(credential.type))
  return (
    by.createdAt < credential.createdAt &&
    Credential.boundOf(by, at) === undefined &&
    bound?.ancestors.includes(by.credentialId) !== true &&
    rules.every(({ credentialTypes }) => credentialTypes?.includes(by.type))
  )
}

export type RevokeCredentialCommand = OfCredential

const revokeReads = (command: RevokeCredentialCommand, environment: EnvironmentKey) => ({
  ...reads(command, environment),
  kept: kindReads(environment, command.credentialId),
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
  wallets: walletOfCredential,
  begin: begins(revokeReads).decide(function askToRemove({ found }) {
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
  finish: finishes(Intent, revokeReads)
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
        // Until its remover is confirmed, what vouched for that one rests, and returns when its owner proves it (I21).
        const rested =
          remover !== undefined && bound?.ancestors.includes(credentialId) === true
            ? yield* Credential.resting(
                credential.value,
                { restsUntil: bound.until, removedBy: remover.value.credentialId },
                at
              )
            : undefined
        const beside =
          rested === undefined
            ? kinds[credentialTypeOf(type)].retire(found.kept)
            : // Its counts of wrong codes stay, its code does not.
              [insert(Credential.restingCredentials, environment, rested, at), ...codesVoided(found.kept, at)]
        const sessions = found.active.filter(({ value }) => value.credentialId === credentialId)
        const emails = Credential.emailsOf(found.siblings)
        const to = emails.length > 0 ? emails : [found.customer?.value.email]
        const branding = brandingOf(walletConfigOf(found.config))
        return {
          reply: undefined,
          changes: [
            remove(credential),
            ...beside,
            ...sessions.flatMap((session) => ended(session, at)),
            ...touchAccount(found.account, at)
          ],
          details: named(credential.value),
          drafts: noticesTo(to, { kind: "CREDENTIAL_REMOVED", credentialType: type }, branding, at)
        }
      })
    })
})

const removable = (
  credential: Stored<Credential.Credential> | undefined,
  siblings: ReadonlyArray<Stored<Credential.Credential>>
) =>
  Result.filterOrFail(
    requireThere(credential),
    () => siblings.length > 1,
    () => new Credential.LastCredential()
  )
