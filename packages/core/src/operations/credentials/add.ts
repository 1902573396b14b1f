import { Effect, Schema } from "effect"
import { configOf, walletConfigOf } from "../../config/walletConfig.ts"
import { type Credential, credentials, emailsOf } from "../../credentials/Credential.ts"
import type { Prepared, Registered } from "../../credentials/Kind.ts"
import { kinds } from "../../credentials/kinds/index.ts"
import { TooManyCredentials } from "../../credentials/refusals.ts"
import { Spent, spend, spent } from "../../credentials/spent.ts"
import { customers } from "../../customers/Customer.ts"
import { CredentialSetChanged } from "../../customers/refusals.ts"
import { internalAccounts } from "../../internal-accounts/InternalAccount.ts"
import { AccountNotFound } from "../../internal-accounts/refusals.ts"
import { CredentialType } from "../../model/CredentialType.ts"
import { brandingOf } from "../../model/EmbeddedWalletConfig.ts"
import type { EnvironmentKey } from "../../model/Environment.ts"
import { AccountId, CredentialId } from "../../model/ids.ts"
import type { Notice } from "../../model/Notice.ts"
import type { Millis } from "../../model/time.ts"
import type { Json } from "../../ports/Collection.ts"
import { noticesTo } from "../../ports/noticeMails.ts"
import {
  before,
  byIndex,
  byUnique,
  type Found,
  insert,
  joined,
  loadOne,
  type Plan,
  unchanged
} from "../../ports/records.ts"
import { freshId } from "../../ports/Secrets.ts"
import { Signer } from "../../signed-requests/Signer.ts"
import { usable } from "../internal-accounts/usable.ts"
import { isLate, isTaken } from "../isTaken.ts"
import { accountReads, accountRef, touchAccount } from "../sessions/open.ts"
import type { Begun, FirstLeg, Immediate, SecondLeg } from "../signed-requests/SignedOperation.ts"
import { signedRetry } from "../signed-requests/signedRetry.ts"

export interface AddCredentialCommand {
  readonly accountId: AccountId
  /** A body that the addition of some kind takes. */
  readonly addition: { readonly type: CredentialType; readonly [field: string]: Json }
  /** The body as it was sent. */
  readonly body: Json
}

export interface AddedCredential {
  readonly credential: Credential
  readonly otpEncryptionTargetBundle: string | undefined
}

const Intent = Schema.Struct({
  type: CredentialType,
  accountId: AccountId,
  credentialId: CredentialId,
  material: Schema.Json,
  nickname: Schema.String,
  identity: Schema.String,
  address: Schema.optionalKey(Schema.String),
  spends: Schema.optionalKey(Spent)
})
type Intent = typeof Intent.Type

/** More than anybody has, and fewer than one read of them brings. */
const MOST = 50

const customerOf = (accountId: string) => ({ collection: internalAccounts, id: accountId, field: "customerId" })
const siblings = (environment: EnvironmentKey, accountId: string) =>
  byIndex(credentials, environment, "account", [accountId])

/**
 * Adds a credential to an account: signed by a session of the account, or by nobody where the account has no
 * credential yet and so nobody could. What is stored is what the first leg judged.
 */
export const addCredential = signedRetry({
  name: "AddCredential",
  call: ({ body }: AddCredentialCommand) => ({ method: "POST", path: "/auth/credentials", body }),
  reads: ({ accountId }, environment) => [
    ...accountReads(environment, accountId),
    configOf(environment),
    siblings(environment, accountId),
    byIndex(customers, environment, "customer", [customerOf(accountId)], 1)
  ],
  secret: ({ addition }) => kinds[addition.type].secret(addition),
  intent: Schema.toCodecJson(Intent),
  begin: Effect.fnUntraced(function* (leg: FirstLeg<AddCredentialCommand>) {
    const { at, command, environment, found } = leg
    const { accountId, addition } = command
    const account = found.one(accountRef(environment, accountId))
    if (account === undefined || account.value.type !== "EMBEDDED_WALLET") return yield* new AccountNotFound()
    yield* Effect.fromResult(usable(account.value))
    const kind = kinds[addition.type]
    const email = found.one(byIndex(customers, environment, "customer", [customerOf(accountId)], 1))?.value.email
    const { activity, consumes, ...prepared }: Prepared = yield* kind.prepare(addition, { accountId, email, at })
    const twin = yield* loadOne(byUnique(credentials, environment, "identity", [prepared.identity]))
    if (twin !== undefined) return yield* kind.exists()

    const intent: Intent = { type: addition.type, accountId, credentialId: yield* freshId("AuthMethod"), ...prepared }
    // Consumed here and not when the credential is added: a token may expire in between, and its record with it.
    const consumed: Plan =
      consumes === undefined
        ? { changes: [], guards: [] }
        : { changes: [spend(environment, consumes.once, at)], guards: [before(consumes.until)] }
    const [first] = found.all(siblings(environment, accountId))
    if (first === undefined) {
      const { plan, reply } = yield* admit(intent, { environment, found, at })
      const immediate: Immediate<AddedCredential> = { _tag: "Immediate", reply, plan: joined(plan, consumed) }
      return immediate
    }
    const begun: Begun<Intent> = {
      _tag: "Begun",
      accountId,
      credentialType: addition.type,
      signer: Signer.cases.SessionOfAccount.make({}),
      activity,
      intent,
      plan: consumed
    }
    return begun
  }),
  finish: Effect.fnUntraced(function* ({ intent, ...leg }: SecondLeg<Intent>) {
    return yield* admit(intent, leg)
  }),
  lost: (conflict, { addition }) => {
    const kind = kinds[addition.type]
    if (isTaken(credentials)(conflict)) return kind.exists()
    if (isTaken(spent)(conflict)) return kind.replayed("taken")
    return isLate(conflict) ? kind.replayed("late") : undefined
  }
})

/** The credential, and all that goes with it, in one plan. The account's version orders it among its siblings (I6). */
const admit = Effect.fnUntraced(function* (
  { address, spends, type, ...intent }: Intent,
  { at, environment, found }: { readonly environment: EnvironmentKey; readonly found: Found; readonly at: Millis }
) {
  const customer = found.one(byIndex(customers, environment, "customer", [customerOf(intent.accountId)], 1))
  if (address !== undefined && customer?.value.email !== address) return yield* new CredentialSetChanged()
  if (found.all(siblings(environment, intent.accountId)).length >= MOST) return yield* new TooManyCredentials()
  const announcement = walletConfigOf(found, environment)
  const notice: Notice = { kind: "CREDENTIAL_ADDED", credentialType: type }
  const notices = yield* noticesTo(
    [customer?.value.email, ...emailsOf(found.all(siblings(environment, intent.accountId)))],
    notice,
    brandingOf(announcement),
    at
  )
  const registered: Registered = yield* kinds[type].register({ ...intent, environment, at, announcement })
  const reply: AddedCredential = {
    credential: registered.credential,
    otpEncryptionTargetBundle: registered.otpEncryptionTargetBundle
  }
  return {
    reply,
    plan: {
      changes: [
        insert(credentials, environment, registered.credential, at),
        ...registered.companions,
        ...touchAccount(found, environment, intent.accountId, at),
        ...(spends === undefined ? [] : [spend(environment, spends, at)]),
        ...notices
      ],
      guards: address === undefined || customer === undefined ? [] : [unchanged(customer)]
    }
  }
})
