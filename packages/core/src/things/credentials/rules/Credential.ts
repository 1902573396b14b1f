import { sha256Hex } from "@countersign/wire"
import { Result, Schema } from "effect"
import * as Machine from "../../../machine/Machine.ts"
import { AlreadySuspended, NotSuspended } from "../../../model/accountState.ts"
import { dated } from "../../../model/counted.ts"
import { type EnvironmentKey, hasExpired, KindName, Millis } from "../../../model/Environment.ts"
import { AccountId, CredentialId } from "../../../model/ids.ts"
import { conflict, invalid, missing, Refusal, unauthorized, withCode } from "../../../model/Refusal.ts"
import { Shown } from "../../../model/text.ts"
import { boundBy, isUnconfirmed, Voucher } from "../../../model/Voucher.ts"
import * as Collection from "../../../store/Collection.ts"
import { insert } from "../../../store/plans.ts"
import type { Change } from "../../../store/Store.ts"

/**
 * An operator suspends a credential and resumes it. Only the end user removes it. One that an unconfirmed descendant
 * removes rests until the descendant is confirmed: its owner proves it, and it returns (I21).
 */
export const { machine } = Machine.words({
  name: "Credential",
  begins: "ACTIVE",
  table: {
    ACTIVE: { Suspended: "SUSPENDED", Rested: "RESTING" },
    SUSPENDED: { Resumed: "ACTIVE" },
    RESTING: { Returned: "ACTIVE" }
  }
})

const Fields = Schema.Struct({
  credentialId: CredentialId,
  accountId: AccountId,
  type: KindName,
  nickname: Shown,
  material: Schema.Json,
  /** Unique among the credentials of the environment (I6). The kind defines it. */
  uniqueKey: Schema.String,
  /** The digest of the identity of an OAUTH credential, by which a visitor's wallet is found. Several wallets can have it. */
  oidcIdentity: Schema.optionalKey(Schema.String),
  /** Absent until an operator first suspends the credential: it is active. */
  status: Schema.optionalKey(Schema.Literals(["ACTIVE", "SUSPENDED", "RESTING"])),
  /** The voucher of its addition. Absent on credentials of enrolment or a recovery, and on older records. */
  voucher: Schema.optionalKey(Voucher),
  /** The voucher of the address of an EMAIL_OTP credential, if that was moved. */
  addressVoucher: Schema.optionalKey(Voucher),
  /** Until when a resting credential can return, and the descendant that removed it: the one whose confirmation ends the rest. */
  restsUntil: Schema.optionalKey(Millis),
  removedBy: Schema.optionalKey(CredentialId),
  /** When its owner last took it back. Credentials that it vouched for before do not return. */
  returnedAt: Schema.optionalKey(Millis),
  /** The last login with it. Absent before the first. */
  lastUsedAt: Schema.optionalKey(Millis),
  ...dated
})
type Fields = typeof Fields.Type

const { seal, state } = Machine.record("Credential", Fields)

/** A credential of one account. Its kind defines the content of `material`. */
export type Credential = Machine.Made<"Credential", Fields>

export const credentials = Collection.make({
  name: "credentials",
  schema: state,
  id: "credentialId",
  unique: { identity: ["uniqueKey"] },
  indexes: { account: ["accountId"], credential: ["credentialId"], oidcIdentity: ["oidcIdentity"] }
})

/**
 * The credentials that rest, apart from the others: no list, limit or uniqueness rule counts them. The store removes
 * them when their rest has expired.
 */
export const restingCredentials = Collection.make({
  name: "resting_credentials",
  schema: state,
  id: "credentialId",
  indexes: { account: ["accountId"] },
  expiry: "restsUntil"
})

export const initial = (
  fields: Pick<
    Fields,
    "accountId" | "createdAt" | "credentialId" | "material" | "nickname" | "type" | "uniqueKey" | "updatedAt"
  >
): Credential => seal(fields)

/** The credential of an identity at an issuer. */
export const ofOidc = (credential: Credential, oidcIdentity: string): Credential =>
  seal({ ...credential, oidcIdentity })

/** The credential with another name or material, in the same status. */
export const revised = (
  credential: Credential,
  fields: Partial<Pick<Fields, "material" | "nickname" | "updatedAt">>
): Credential => seal({ ...credential, ...fields })

export const vouched = (credential: Credential, voucher: Voucher | undefined): Credential =>
  voucher === undefined ? credential : seal({ ...credential, voucher })

/** An EMAIL_OTP credential whose codes go to another address, with what vouched for that. */
export const readdressed = (
  { addressVoucher: _, ...credential }: Credential,
  email: string,
  voucher: Voucher | undefined,
  at: Millis
): Credential =>
  seal({
    ...credential,
    nickname: email,
    material: { email },
    updatedAt: at,
    ...(voucher === undefined ? {} : { addressVoucher: voucher })
  })

/** An EMAIL_OTP credential whose address the owner of the mailbox took back. */
export const takenBack = (
  credential: Credential,
  email: string,
  voucher: Voucher | undefined,
  at: Millis
): Credential => seal({ ...readdressed(credential, email, voucher, at), returnedAt: at })

/** Whether a credential that vouched for this one was taken back since: the credentials that it had added have ended. */
export const isDisowned = (
  { createdAt, voucher }: Credential,
  all: ReadonlyArray<{ readonly value: Credential }>
): boolean =>
  all.some(
    ({ value: { credentialId, returnedAt } }) =>
      returnedAt !== undefined && returnedAt >= createdAt && voucher?.ancestors.includes(credentialId) === true
  )

/** The bound of the authority of a credential; `undefined` if it is confirmed. */
export const boundOf = ({ addressVoucher, voucher }: Pick<Fields, "addressVoucher" | "voucher">, at: Millis) =>
  boundBy([voucher, addressVoucher], at)

/** The credential at `at`, without what bounds it no longer. Time confirms it without a write. */
export const asOf = (credential: Credential, at: Millis): Credential => {
  const { addressVoucher, voucher, ...others } = credential
  if (voucher === undefined && addressVoucher === undefined) return credential
  return seal({
    ...others,
    ...(voucher !== undefined && isUnconfirmed(voucher, at) ? { voucher } : {}),
    ...(addressVoucher !== undefined && isUnconfirmed(addressVoucher, at) ? { addressVoucher } : {})
  })
}

/** The credential without bounds, after a session of an older one confirmed it. */
export const confirmed = ({ addressVoucher: _, voucher: __, ...credential }: Credential, at: Millis): Credential =>
  seal({ ...credential, updatedAt: at })

/** The credential resting until the one that removed it is confirmed. Fails for a suspended one: an operator decides about that. */
export const resting = (
  credential: Credential,
  { removedBy, restsUntil }: Required<Pick<Fields, "removedBy" | "restsUntil">>,
  at: Millis
): Result.Result<Credential, CredentialSuspended> =>
  Result.mapBoth(moved(credential, "Rested", at), {
    onFailure: () => new CredentialSuspended(),
    onSuccess: (rested) => seal({ ...rested, restsUntil, removedBy })
  })

/** Whether a resting credential can still return at `at`. */
export const restsAt = ({ restsUntil }: Pick<Fields, "restsUntil">, at: Millis): boolean =>
  restsUntil !== undefined && !hasExpired(restsUntil, at)

/** The credential after its owner proved it, if it still rests at `at`. */
export const returned = (credential: Credential, at: Millis): Result.Result<Credential, CredentialNotFound> => {
  const { removedBy: _, restsUntil: __, ...rested } = credential
  return restsAt(credential, at)
    ? Result.mapBoth(moved(rested, "Returned", at), {
        onFailure: () => new CredentialNotFound(),
        onSuccess: (back) => seal({ ...back, returnedAt: at })
      })
    : Result.fail(new CredentialNotFound())
}

/** All of the credentials that some of them vouched for, directly or through others, among those that `counts`. */
export const descendantsOf = <C extends { readonly value: Credential }>(
  ancestors: Iterable<CredentialId>,
  all: ReadonlyArray<C>,
  counts: (credential: Credential) => boolean
): ReadonlyArray<C> => {
  const known = new Set(ancestors)
  const own = new Set(known)
  const isNext = ({ value }: C) =>
    !known.has(value.credentialId) &&
    counts(value) &&
    [value.voucher, value.addressVoucher].some((each) => each?.ancestors.some((id) => known.has(id)) === true)
  for (let next = all.filter(isNext); next.length > 0; next = all.filter(isNext)) {
    for (const { value } of next) known.add(value.credentialId)
  }
  return all.filter(({ value }) => known.has(value.credentialId) && !own.has(value.credentialId))
}

export const used = (credential: Credential, at: Millis): Credential => seal({ ...credential, lastUsedAt: at })

/** The credential after an operator suspended it. Fails if it is suspended. */
export const suspended = (credential: Credential, at: Millis): Result.Result<Credential, AlreadySuspended> =>
  Result.mapError(moved(credential, "Suspended", at), () => new AlreadySuspended())

/** The credential after an operator resumed it. Fails unless it is suspended. */
export const resumed = (credential: Credential, at: Millis): Result.Result<Credential, NotSuspended> =>
  Result.mapError(moved(credential, "Resumed", at), () => new NotSuspended())

/** Fails for a suspended credential, which opens no session. */
export const requireNotSuspended = ({ status }: Credential): Result.Result<void, CredentialSuspended> =>
  status === "SUSPENDED" ? Result.fail(new CredentialSuspended()) : Result.succeed(undefined)

const moved = (credential: Fields, on: Machine.EventsOf<typeof machine>, at: Millis) =>
  Result.map(machine.after(credential.status ?? machine.begins, [on]), (status) =>
    seal({ ...credential, status, updatedAt: at })
  )

/** The addresses that these EMAIL_OTP credentials send codes to. */
export const emailsOf = (all: ReadonlyArray<{ readonly value: Credential }>): ReadonlyArray<string> =>
  all.flatMap(({ value }) => (value.type === "EMAIL_OTP" ? [value.nickname] : []))

/** The digest of a single-use value, such as a token or a registration challenge, stored until the value expires. */
export const UsedValue = Schema.Struct({ key: Schema.String, expiresAt: Millis })
export type UsedValue = typeof UsedValue.Type

export const usedValues = Collection.make({
  name: "spent",
  schema: UsedValue,
  id: "key",
  expiry: "expiresAt"
})

/**
 * Returns the single-use record of a value. Only a digest is stored, because the value may be a token that is valid
 * elsewhere.
 */
export const singleUse = (what: string, expiresAt: Millis): UsedValue => ({ key: sha256Hex(what), expiresAt })

/** Consumes the value in the commit that uses it. A second commit with the same value conflicts and is refused. */
export const consume = (environment: EnvironmentKey, what: UsedValue, at: Millis): Change =>
  insert(usedValues, environment, what, at)

export class CredentialNotFound extends Refusal("CredentialNotFound")(missing, {
  message: "No credential with this id exists for this API token. List the account's credentials to find a valid id.",
  cause: "The id is misspelled, the credential was deleted, or it belongs to another platform or mode.",
  remedy: "Call GET /auth/credentials with the accountId and the same token."
}) {}

export class CredentialTypeDiffers extends Refusal("CredentialTypeDiffers", { expected: KindName })(invalid, {
  reason: "Credential type differs",
  message: "The type in the body does not match the type of the credential. Send the credential's own type.",
  cause:
    "Each type of credential has its own body for challenge and verify, and the id in the path belongs to another type.",
  remedy: "Read the type with GET /auth/credentials, or send the id of the intended credential."
}) {}

export class NicknameFixed extends Refusal("NicknameFixed")(invalid, {
  reason: "Nickname is fixed",
  message: "Only the nickname of a PASSKEY can be changed. The nickname of this credential is its address or identity.",
  cause: "The nickname of an EMAIL_OTP credential is its e-mail address, and that of an OAUTH credential its identity.",
  remedy: "To change the address, call PATCH /customers/{id}, which also changes the EMAIL_OTP credential."
}) {}

/** An account never loses its last credential (I4). */
export class LastCredential extends Refusal("LastCredential")(invalid, {
  reason: "Last credential of the account",
  message: "An account must have at least one credential. Add another credential before you delete this one.",
  cause: "Without a credential, the end user could never sign in to the wallet again.",
  remedy: "Add a credential of any type, then delete this one with a session of the new credential."
}) {}

export class EmailOtpExists extends Refusal("EmailOtpExists")(
  withCode("invalid", "EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS"),
  {
    reason: "EMAIL_OTP credential exists",
    message:
      "The account already has an EMAIL_OTP credential. Delete it first, or change the customer's email address.",
    cause: "An account can have one EMAIL_OTP credential.",
    remedy:
      "To change the address, call PATCH /customers/{id}, which also changes the credential. To replace the credential, delete it and add a new one."
  }
) {}

export class OauthExists extends Refusal("OauthExists")(invalid, {
  reason: "OAUTH credential exists",
  message: "The account already has an OAUTH credential for this identity. Sign in with that credential.",
  cause: "A credential with the same issuer, audience and subject exists on the account.",
  remedy: "List the account's credentials to find it, or use a token of another identity."
}) {}

export class PasskeyExists extends Refusal("PasskeyExists")(withCode("invalid", "PASSKEY_CREDENTIAL_ALREADY_EXISTS"), {
  reason: "Passkey already registered",
  message: "A passkey with this credentialId is already registered. Sign in with it, or create another passkey.",
  cause: "credentialId is unique within a platform and mode.",
  remedy: "Pass the existing credential ids as excludeCredentials to the browser, so that it offers no duplicate."
}) {}

export class EmailMissing extends Refusal("EmailMissing")(invalid, {
  reason: "Customer has no email address",
  message: "The customer has no email address. Set the customer's email before you add an EMAIL_OTP credential.",
  cause: "An EMAIL_OTP credential uses the email address of the customer.",
  remedy: "Set the address with PATCH /customers/{id}, then add the credential."
}) {}

export class ChallengeNotUsed extends Refusal("ChallengeNotUsed")(invalid, {
  reason: "OAUTH has no challenge",
  message: "An OAUTH credential has no challenge step. Call verify with a fresh OIDC token.",
  cause: "An OAUTH credential is verified in one call, by an ID token whose nonce is bound to the client's key.",
  remedy:
    "Request an ID token from the issuer with the nonce of clientPublicKey, then call POST /auth/credentials/{id}/verify."
}) {}

export class ClientKeyMissing extends Refusal("ClientKeyMissing")(invalid, {
  reason: "clientPublicKey required",
  message: "A PASSKEY challenge requires clientPublicKey. Send the client's P-256 public key in hex.",
  cause:
    "The challenge binds the new session to the client's key, so the server needs the key before the passkey signs.",
  remedy: "Generate a P-256 key pair in the client for each login and send its public key with the challenge request."
}) {}

export class LoginNotAwaited extends Refusal("LoginNotAwaited")(unauthorized("REQUEST_ID_MISSING"), {
  reason: "Request-Id header missing",
  message:
    "A PASSKEY verify requires the Request-Id of its challenge. Send the requestId of the challenge response in the Request-Id header.",
  cause: "The header connects the assertion with the challenge and with the client's key.",
  remedy: "Store the requestId of the challenge response until the passkey has signed, and send it with verify."
}) {}

export class TooManyCredentials extends Refusal("TooManyCredentials")(invalid, {
  reason: "Too many credentials",
  message: "The account has reached the limit of 50 credentials. Delete an unused credential first.",
  cause: "The number of credentials is limited, because each login reads the list.",
  remedy: "List the account's credentials and delete those that the end user no longer uses."
}) {}

export class CredentialSuspended extends Refusal("CredentialSuspended")(withCode("forbidden", "CREDENTIAL_SUSPENDED"), {
  reason: "Credential is suspended",
  message: "The platform's support suspended this credential. Sign in with another credential, or contact support.",
  cause: "An operator suspended the credential, for example because its device was lost. Its sessions ended.",
  remedy:
    "Read the receipts of the account for the operator and the reason. An operator resumes it with POST /operator/credentials/{id}/resume."
}) {}

export class ConfirmationRefused extends Refusal("ConfirmationRefused")(withCode("forbidden", "CONFIRMATION_REFUSED"), {
  reason: "Credential cannot be confirmed by this one",
  message:
    "Only an older credential that is confirmed and did not add this one can confirm it. Sign in with such a credential, or wait until unconfirmedUntil.",
  cause:
    "Until it is confirmed, a credential has at most the authority of the session that added it. The credential of that session, or one of a type that the policy requires less of, cannot lift this.",
  remedy: "Read `unconfirmedUntil` with GET /auth/credentials. Without another credential, the time confirms it."
}) {}

export class CredentialNotLocked extends Refusal("CredentialNotLocked")(conflict, {
  reason: "Credential is not locked",
  message: "The credential is not locked by wrong codes, so there is no lock to lift. Request a new code for it.",
  cause: "Only an EMAIL_OTP credential is locked, after too many wrong codes. The lock expired, or was lifted.",
  remedy: "Challenge the credential: a locked one replies with 429 and Retry-After."
}) {}
