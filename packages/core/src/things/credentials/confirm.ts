import { Result, Schema } from "effect"
import type { AccessPolicy } from "../../model/AccessPolicy.ts"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import { CredentialId } from "../../model/ids.ts"
import { touchAccount } from "../../steps/accountVersion.ts"
import { begins, finishes } from "../../steps/legs.ts"
import { rawPayload } from "../../steps/pendingRequest.ts"
import { challenged } from "../../steps/SignedOperation.ts"
import { signedRetry } from "../../steps/signedRetry.ts"
import { remove, replace } from "../../store/plans.ts"
import { byId, byIndex } from "../../store/records.ts"
import { walletRef } from "../accounts/wallets.ts"
import { named } from "../receipts/rules/Details.ts"
import { accountOfCredential, accountReads } from "../sessions/open.ts"
import * as Session from "../sessions/rules/Session.ts"
import * as Credential from "./rules/Credential.ts"

const Intent = Schema.Struct({ credentialId: CredentialId })
export type ConfirmCredentialCommand = typeof Intent.Type

const reads = ({ credentialId }: ConfirmCredentialCommand, environment: EnvironmentKey) => ({
  credential: byId(Credential.credentials, environment, credentialId),
  siblings: byIndex(Credential.credentials, environment, "account", [accountOfCredential(credentialId)]),
  resting: byIndex(Credential.restingCredentials, environment, "account", [accountOfCredential(credentialId)]),
  ...accountReads(environment, accountOfCredential(credentialId))
})

/**
 * Confirms a credential before its time: it then has the authority of its own kind. Requires the signature of a session
 * that an older credential opened, which did not vouch for it.
 */
export const confirmCredential = signedRetry({
  name: "ConfirmCredential",
  call: ({ credentialId }) => ({ method: "POST", path: `/auth/credentials/${credentialId}/confirm`, body: null }),
  wallets: ({ credentialId }, environment) => walletRef(environment, accountOfCredential(credentialId)),
  begin: begins(reads).decide(function askToConfirm({ found: { credential } }) {
    if (credential === undefined) return Result.fail(new Credential.CredentialNotFound())
    const { accountId, credentialId, type } = credential.value
    return Result.succeed(
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
  finish: finishes(Intent, reads).decide(function confirm({ access, at, found, signer }) {
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
      guards: [],
      details: named(credential.value)
    })
  })
})

/**
 * Whether `by` may confirm: an older credential that is confirmed itself, that did not vouch, and that every rule
 * accepts which would accept the confirmed one. A signature without a session is the sandbox's waiver.
 */
export const mayConfirm = (
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
