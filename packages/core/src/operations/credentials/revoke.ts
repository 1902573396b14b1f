import { Effect, Schema } from "effect"
import { configOf, walletConfigOf } from "../../config/walletConfig.ts"
import { type Credential, credentials, emailsOf } from "../../credentials/Credential.ts"
import { kinds } from "../../credentials/kinds/index.ts"
import { CredentialNotFound, LastCredential } from "../../credentials/refusals.ts"
import { customers } from "../../customers/Customer.ts"
import { internalAccounts } from "../../internal-accounts/InternalAccount.ts"
import { brandingOf } from "../../model/EmbeddedWalletConfig.ts"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { CredentialId } from "../../model/ids.ts"
import type { Notice } from "../../model/Notice.ts"
import { noticesTo } from "../../ports/noticeMails.ts"
import { byId, byIndex, type Found, loadOne, remove } from "../../ports/records.ts"
import { Signer } from "../../signed-requests/Signer.ts"
import { accountReads, activeRef, ended, touchAccount } from "../sessions/open.ts"
import type { Begun, Finished, FirstLeg, SecondLeg } from "../signed-requests/SignedOperation.ts"
import { signedRetry } from "../signed-requests/signedRetry.ts"

export interface RevokeCredentialCommand {
  readonly credentialId: CredentialId
}

const Intent = Schema.Struct({ credentialId: CredentialId })
type Intent = typeof Intent.Type

const accountOf = (credentialId: string) => ({ collection: credentials, id: credentialId, field: "accountId" })
const customerOf = (accountId: string) => ({ collection: internalAccounts, id: accountId, field: "customerId" })
const siblings = (environment: EnvironmentKey, credentialId: string) =>
  byIndex(credentials, environment, "account", [accountOf(credentialId)])

/**
 * Removes a credential: signed by a session of another one, so that a stolen credential cannot remove itself from
 * sight. Its sessions end in the same commit (I5), and the last credential of an account stays (I4).
 */
export const revokeCredential = signedRetry({
  name: "RevokeCredential",
  call: ({ credentialId }: RevokeCredentialCommand) => ({
    method: "DELETE",
    path: `/auth/credentials/${credentialId}`,
    body: null
  }),
  reads: ({ credentialId }, environment) => [
    byId(credentials, environment, credentialId),
    siblings(environment, credentialId),
    ...accountReads(environment, accountOf(credentialId)),
    ...Object.values(kinds).flatMap((kind) => kind.reads(environment, credentialId)),
    configOf(environment)
  ],
  intent: Schema.toCodecJson(Intent),
  begin: Effect.fnUntraced(function* ({ command, environment, found }: FirstLeg<RevokeCredentialCommand>) {
    const { value } = yield* removable(found, environment, command.credentialId)
    const begun: Begun<Intent> = {
      _tag: "Begun",
      accountId: value.accountId,
      credentialType: value.type,
      signer: Signer.cases.SessionOfAccount.make({ except: value.credentialId }),
      activity: kinds[value.type].removal(value),
      intent: { credentialId: value.credentialId },
      plan: { changes: [], guards: [] }
    }
    return begun
  }),
  finish: Effect.fnUntraced(function* ({ at, environment, found, intent }: SecondLeg<Intent>) {
    const credential = yield* removable(found, environment, intent.credentialId)
    const account = accountOf(credential.id)
    const sessions = found
      .all(activeRef(environment, account))
      .filter((session) => session.value.credentialId === intent.credentialId)
    const notice: Notice = { kind: "CREDENTIAL_REMOVED", credentialType: credential.value.type }
    const to = yield* addressesOf(found, environment, credential.value)
    const notices = yield* noticesTo(to, notice, brandingOf(walletConfigOf(found, environment)), at)
    const finished: Finished<void> = {
      reply: undefined,
      plan: {
        changes: [
          remove(credential),
          ...kinds[credential.value.type].retire(found, environment, intent.credentialId),
          ...sessions.flatMap((session) => ended(session, at)),
          ...touchAccount(found, environment, account, at),
          ...notices
        ],
        guards: []
      }
    }
    return finished
  })
})

/** Known addresses of the wallet's owner. The customer is loaded only where no EMAIL_OTP credential has the address. */
const addressesOf = Effect.fnUntraced(function* (
  found: Found,
  environment: EnvironmentKey,
  { accountId, credentialId }: Credential
) {
  const emails = emailsOf(found.all(siblings(environment, credentialId)))
  if (emails.length > 0) return emails
  const customer = yield* loadOne(byIndex(customers, environment, "customer", [customerOf(accountId)], 1))
  return [customer?.value.email]
})

const removable = Effect.fnUntraced(function* (found: Found, environment: EnvironmentKey, credentialId: CredentialId) {
  const credential = found.one(byId(credentials, environment, credentialId))
  if (credential === undefined) return yield* new CredentialNotFound()
  if (found.all(siblings(environment, credentialId)).length < 2) return yield* new LastCredential()
  return credential
})
