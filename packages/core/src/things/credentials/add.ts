import { Effect, Result, Schema } from "effect"
import type { EmbeddedWalletConfig } from "../../model/EmbeddedWalletConfig.ts"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import { AccountId, CredentialId } from "../../model/ids.ts"
import { isUnconfirmed, type Voucher, vouchedBy } from "../../model/Voucher.ts"
import { freshId } from "../../ports/Secrets.ts"
import { isLate, isTaken } from "../../steps/isTaken.ts"
import type { Call, Leg } from "../../steps/Leg.ts"
import { begins, finishes } from "../../steps/legs.ts"
import { touchAccount } from "../../steps/receiptPlan.ts"
import { challenged, type Finished, type Immediate } from "../../steps/SignedOperation.ts"
import { signedRetry } from "../../steps/signedRetry.ts"
import type { Json } from "../../store/Collection.ts"
import { before, combined, insert, noChanges, type Plan, unchanged } from "../../store/plans.ts"
import { byIndex, byUnique, loadOne, type Stored } from "../../store/records.ts"
import type { Conflict } from "../../store/Store.ts"
import { requireEnabled } from "../access/rules/evaluate.ts"
import { AccountNotFound, type InternalAccount } from "../accounts/rules/InternalAccount.ts"
import { customerRef, noticesOf, usable, walletRef } from "../accounts/wallets.ts"
import type { Customer } from "../customers/rules/Customer.ts"
import { CredentialSetChanged } from "../customers/rules/refusals.ts"
import { configOf, type PlatformConfig, walletConfigOf } from "../platforms/rules/PlatformConfig.ts"
import { recorded } from "../receipts/rules/Activity.ts"
import { named } from "../receipts/rules/Details.ts"
import { accountReads } from "../sessions/open.ts"
import type { Session } from "../sessions/rules/Session.ts"
import { issuersOf, settingsOf } from "../settings/rules/PlatformSettings.ts"
import { CredentialType, kinds } from "./kinds/index.ts"
import type { AdditionTerms, Prepared, Registered } from "./kinds/Kind.ts"
import * as Credential from "./rules/Credential.ts"

export interface AddCredentialCommand {
  readonly accountId: AccountId
  /** The request body of the kind being added. */
  readonly addition: { readonly type: CredentialType; readonly [field: string]: Json }
  /** The request body as received. */
  readonly body: Json
}

export interface AddedCredential {
  readonly credential: Credential.Credential
  readonly otpEncryptionTargetBundle: string | undefined
}

export const Intent = Schema.Struct({
  type: CredentialType,
  accountId: AccountId,
  credentialId: CredentialId,
  material: Schema.Json,
  nickname: Schema.String,
  identity: Schema.String,
  address: Schema.optionalKey(Schema.String),
  spends: Schema.optionalKey(Credential.UsedValue)
})
export type Intent = typeof Intent.Type

/** A generous limit on credentials per account that one read still returns completely. */
const MOST = 50

const reads = ({ accountId }: AddCredentialCommand, environment: EnvironmentKey) => ({
  ...accountReads(environment, accountId),
  config: configOf(environment),
  siblings: byIndex(Credential.credentials, environment, "account", [accountId]),
  customer: customerRef(environment, accountId)
})

/**
 * Adds a credential to an account. Requires the signature of a session of the account, unless the account has no
 * credential yet. The signed leg stores exactly what the first leg verified.
 */
export const addCredential = signedRetry({
  name: "AddCredential",
  call: ({ body }) => ({ method: "POST", path: "/auth/credentials", body }),
  wallets: ({ accountId }, environment) => walletRef(environment, accountId),
  secret: ({ addition }) => kinds[addition.type].secret(addition),
  begin: begins(reads)
    .check(function addable({ access, command: { accountId, addition }, found, settings }) {
      return Result.gen(function* () {
        const { account, config, customer, siblings } = found
        if (account?.value.type !== "EMBEDDED_WALLET") return yield* Result.fail(new AccountNotFound())
        yield* usable(account.value)
        yield* requireEnabled(access, addition.type)
        const email = customer?.value.email
        // This call adds the account's first credential, so the reply contains its first code challenge.
        const announcement = siblings.length === 0 ? walletConfigOf(config) : undefined
        const relyingParties = settingsOf(settings).passkeys
        const terms = { accountId, email, relyingParties, issuers: issuersOf(settings) }
        return { inputs: { terms, addition, announcement }, terms, announcement }
      })
    })
    .prepare(
      Effect.fnUntraced(function* verifyAddition({
        at,
        checked: { announcement, terms },
        command: { addition },
        environment
      }) {
        const prepared = yield* preparedAddition(addition, environment, { ...terms, at })
        const registered =
          announcement === undefined ? undefined : yield* registeredFrom(prepared.intent, environment, at, announcement)
        return { ...prepared, registered }
      })
    )
    .decide(function askToAdd(leg) {
      const { at, environment } = leg
      const { activity, consumes, intent, registered } = leg.prepared
      const { accountId, credentialId } = intent
      const consumed = consumedBy(consumes, environment, at)
      if (registered !== undefined) {
        return Result.map(
          admitted(intent, registered, leg),
          ({ plan, reply }): Immediate<AddedCredential> => ({
            _tag: "Immediate",
            reply,
            ...combined(plan, consumed, {
              ...noChanges,
              drafts: [recorded({ type: "CREDENTIAL_CREATED", accountId, credentialId, at }, leg.policy)]
            })
          })
        )
      }
      return Result.succeed(
        challenged({
          ...consumed,
          accountId: intent.accountId,
          credentialType: intent.type,
          activity,
          intent
        })
      )
    }),
  finish: finishes(Intent, reads)
    .check(function stillAddable({ access, found, intent }) {
      return Result.gen(function* () {
        yield* requireEnabled(access, intent.type)
        yield* admissible(intent, found)
        const announcement = walletConfigOf(found.config)
        return { inputs: announcement, announcement }
      })
    })
    .prepare(function register({ at, checked, environment, intent }) {
      return registeredFrom(intent, environment, at, checked.announcement)
    })
    .decide(function add(leg) {
      const voucher = voucherOf(leg.signer, leg.found.siblings, leg)
      // A line of unconfirmed credentials that add each other has an end.
      if (voucher !== undefined && voucher.ancestors.length > MOST)
        return Result.fail(new Credential.TooManyCredentials())
      const registered = { ...leg.prepared, credential: Credential.vouched(leg.prepared.credential, voucher) }
      return Result.map(
        admitted(leg.intent, registered, leg),
        ({ plan, reply }): Finished<AddedCredential> => ({ reply, ...plan, details: named(reply.credential) })
      )
    }),
  lost: (conflict, { addition }) => lostAddition(conflict, addition.type)
})

/**
 * Checks an addition. The identity is loaded here, because it is known only after the proof is verified. If another
 * call takes it concurrently, its unique key fails the commit.
 */
export const preparedAddition = Effect.fnUntraced(function* (
  addition: AddCredentialCommand["addition"],
  environment: EnvironmentKey,
  terms: AdditionTerms
) {
  const kind = kinds[addition.type]
  const { activity, consumes, ...prepared }: Prepared = yield* kind.prepare(addition, terms)
  const twin = yield* loadOne(byUnique(Credential.credentials, environment, "identity", [prepared.identity]))
  if (twin !== undefined) return yield* kind.exists()
  const { accountId } = terms
  const intent: Intent = { type: addition.type, accountId, credentialId: yield* freshId("AuthMethod"), ...prepared }
  return { activity, consumes, intent }
})

/**
 * A token is consumed in the first leg, not when the credential is added: by then the token, and the record of its use,
 * may have expired.
 */
export const consumedBy = (consumes: Prepared["consumes"], environment: EnvironmentKey, at: Millis): Plan =>
  consumes === undefined
    ? noChanges
    : { changes: [Credential.consume(environment, consumes.once, at)], guards: [before(consumes.until)] }

/** The voucher of the session that signed, bounded as its own credential is. */
export const voucherOf = (
  signer: Session | undefined,
  siblings: ReadonlyArray<Stored<Credential.Credential>>,
  { at, policy }: Pick<Call<unknown>, "at" | "policy">
) => {
  const own = siblings.find(({ id }) => id === signer?.credentialId)
  return vouchedBy(signer, own && Credential.boundOf(own.value, at), policy, at)
}

/** The credential of an intent, with the code that its first challenge issued if it is announced. */
export const registeredFrom = Effect.fnUntraced(function* (
  { address: _, spends: __, type, ...intent }: Intent,
  environment: EnvironmentKey,
  at: Millis,
  announcement: EmbeddedWalletConfig | undefined
) {
  const registered: Registered = yield* kinds[type].register({ ...intent, environment, at, announcement })
  return registered
})

/** The records that an addition changes or depends on. */
interface Found {
  readonly account: Stored<InternalAccount> | undefined
  readonly config: Stored<PlatformConfig> | undefined
  readonly customer: Stored<Customer> | undefined
  readonly siblings: ReadonlyArray<Stored<Credential.Credential>>
}

/** Fails if the customer's address has changed, or the account has no room for another credential. */
const admissible = (intent: Intent, { customer, siblings }: Pick<Found, "customer" | "siblings">) =>
  Result.flatMap(requireSameAddress(intent, customer), () =>
    siblings.length >= MOST ? Result.fail(new Credential.TooManyCredentials()) : Result.void
  )

/** Fails if the customer's address has changed since the first leg, and the credential depends on it. */
export const requireSameAddress = (
  { address }: Intent,
  customer: Stored<Customer> | undefined
): Result.Result<void, CredentialSetChanged> =>
  address !== undefined && customer?.value.email !== address ? Result.fail(new CredentialSetChanged()) : Result.void

/** The records of a new credential, and the guard of the address that it depends on. */
export const additionPlan = (
  { address, spends }: Intent,
  registered: Registered,
  customer: Stored<Customer> | undefined,
  { at, environment }: Pick<Call<unknown>, "at" | "environment">
): Plan => ({
  changes: [
    insert(Credential.credentials, environment, registered.credential, at),
    ...registered.companions,
    ...(spends === undefined ? [] : [Credential.consume(environment, spends, at)])
  ],
  guards: address === undefined || customer === undefined ? [] : [unchanged(customer)]
})

/**
 * All changes that add the credential, in one plan. The guard on the account's version serializes it with its siblings
 * (I6).
 */
const admitted = (
  intent: Intent,
  registered: Registered,
  leg: Pick<Leg<unknown, Found>, "at" | "environment" | "found">
) =>
  Result.map(admissible(intent, leg.found), () => {
    const { at, found } = leg
    const { account, customer, siblings } = found
    const reply: AddedCredential = {
      credential: Credential.asOf(registered.credential, at),
      otpEncryptionTargetBundle: registered.otpEncryptionTargetBundle
    }
    const notice = {
      kind: "CREDENTIAL_ADDED",
      credentialType: intent.type,
      ...confirmedIn(registered.credential.voucher, at)
    } as const
    const written: Plan = {
      changes: touchAccount(account, at),
      drafts: noticesOf({ ...found, credentials: siblings }, notice, at)
    }
    return { plan: combined(additionPlan(intent, registered, customer, leg), written), reply }
  })

/** In how many hours the credential is confirmed, rounded up. */
const confirmedIn = (voucher: Voucher | undefined, at: Millis) =>
  voucher === undefined || !isUnconfirmed(voucher, at)
    ? {}
    : { confirmedInHours: Math.ceil((voucher.until - at) / 3_600_000) }

/** The refusal for a conflict that a repeated addition would meet again. */
export const lostAddition = (conflict: Conflict, type: CredentialType) => {
  const kind = kinds[type]
  if (isTaken(Credential.credentials)(conflict)) return kind.exists()
  if (isTaken(Credential.usedValues)(conflict)) return kind.replayed("taken")
  return isLate(conflict) ? kind.replayed("late") : undefined
}

/**
 * The plan that registers the first credential of a wallet. No challenge is issued, because no login has started yet.
 */
export const firstCredential = Effect.fnUntraced(function* (
  accountId: AccountId,
  email: string,
  { at, environment, policy }: Pick<Call<unknown>, "at" | "environment" | "policy">
) {
  const { EMAIL_OTP } = kinds
  const credentialId = yield* freshId("AuthMethod")
  const { activity: _, ...prepared } = yield* Effect.orDie(EMAIL_OTP.prepare(null, { accountId, email, at }))
  const registration = { environment, credentialId, accountId, at, announcement: undefined, ...prepared }
  const { companions, credential } = yield* EMAIL_OTP.register(registration)
  return {
    changes: [insert(Credential.credentials, environment, credential, at), ...companions],
    drafts: [recorded({ type: "CREDENTIAL_CREATED", accountId, credentialId, at }, policy)]
  }
})
