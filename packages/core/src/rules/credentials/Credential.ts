import { sha256Hex } from "@countersign/wire"
import { Schema } from "effect"
import { type EnvironmentKey, KindName, Millis } from "../../model/Environment.ts"
import { entry, invalid, missing, unauthorized } from "../../model/faults.ts"
import { AccountId, CredentialId } from "../../model/ids.ts"
import * as Collection from "../../store/Collection.ts"
import { insert } from "../../store/records.ts"
import type { Change } from "../../store/Store.ts"

/** A credential of one account. Its kind defines the content of `material`. */
export const Credential = Schema.Struct({
  credentialId: CredentialId,
  accountId: AccountId,
  type: KindName,
  nickname: Schema.String,
  material: Schema.Json,
  /** Unique among the credentials of the environment (I6). The kind defines it. */
  uniqueKey: Schema.String,
  createdAt: Millis,
  updatedAt: Millis
})
export type Credential = typeof Credential.Type

export const credentials = Collection.make({
  name: "credentials",
  schema: Credential,
  id: (credential) => credential.credentialId,
  unique: { identity: ["uniqueKey"] },
  indexes: { account: ["accountId"], credential: ["credentialId"] }
})

/** The addresses that these EMAIL_OTP credentials send codes to. */
export const emailsOf = (all: ReadonlyArray<{ readonly value: Credential }>): ReadonlyArray<string> =>
  all.flatMap(({ value }) => (value.type === "EMAIL_OTP" ? [value.nickname] : []))

/** The digest of a single-use value, such as a token or a registration challenge, stored until the value expires. */
export const Spent = Schema.Struct({ key: Schema.String, expiresAt: Millis })
export type Spent = typeof Spent.Type

export const spent = Collection.make({ name: "spent", schema: Spent, id: ({ key }) => key, expiry: "expiresAt" })

/**
 * Returns the single-use record of a value. Only a digest is stored, because the value may be a token that is valid
 * elsewhere.
 */
export const once = (what: string, expiresAt: Millis): Spent => ({ key: sha256Hex(what), expiresAt })

/** Consumes the value in the commit that uses it. A second commit with the same value conflicts and is refused. */
export const spend = (environment: EnvironmentKey, what: Spent, at: Millis): Change =>
  insert(spent, environment, what, at)

// biome-ignore-all format: a table, one refusal a line

/** No credential has this id in this environment. */
export class CredentialNotFound extends Schema.TaggedError<CredentialNotFound>()("CredentialNotFound", {}) {
  static readonly entry = missing("No credential has this id here. List the account's credentials for the ones it has.")
}

/** The body is of another type than the credential. */
export class CredentialTypeDiffers extends Schema.TaggedError<CredentialTypeDiffers>()("CredentialTypeDiffers", {
  expected: KindName
}) {
  static readonly entry = invalid(
    "Credential type differs",
    "The body's type is not the credential's type. Send the type the credential was listed with."
  )
}

/** An account never loses its last credential (I4). */
export class LastCredential extends Schema.TaggedError<LastCredential>()("LastCredential", {}) {
  static readonly entry = invalid(
    "Last credential of the account",
    "An account keeps at least one credential. Add another one first."
  )
}

/** A second EMAIL_OTP credential on one account. */
export class EmailOtpExists extends Schema.TaggedError<EmailOtpExists>()("EmailOtpExists", {}) {
  static readonly entry = entry(
    "invalid",
    "EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS",
    "EMAIL_OTP credential exists",
    "The account has its one EMAIL_OTP credential. Remove that one first, or change the customer's address."
  )
}

/** A second credential of one OIDC identity on one account. */
export class OauthExists extends Schema.TaggedError<OauthExists>()("OauthExists", {}) {
  static readonly entry = invalid(
    "OAUTH credential exists",
    "The account has a credential of this identity: issuer, audience and subject. Sign in with that one."
  )
}

/** A second credential of one WebAuthn credential id in one environment. */
export class PasskeyExists extends Schema.TaggedError<PasskeyExists>()("PasskeyExists", {}) {
  static readonly entry = entry(
    "invalid",
    "PASSKEY_CREDENTIAL_ALREADY_EXISTS",
    "Passkey is registered",
    "A passkey of this credentialId is registered. Sign in with it, or make another."
  )
}

/** The customer has no address to send codes to. */
export class EmailMissing extends Schema.TaggedError<EmailMissing>()("EmailMissing", {}) {
  static readonly entry = invalid(
    "Customer has no e-mail address",
    "An EMAIL_OTP credential takes its address from the customer. Give the customer one first."
  )
}

/** OAUTH credentials have no challenge: a verify call alone is enough. */
export class ChallengeNotUsed extends Schema.TaggedError<ChallengeNotUsed>()("ChallengeNotUsed", {}) {
  static readonly entry = invalid(
    "OAUTH has no challenge",
    "An OAUTH credential has no challenge step. Call verify with a fresh token."
  )
}

/** A PASSKEY challenge needs a client key for the session, and the call has none. */
export class ClientKeyMissing extends Schema.TaggedError<ClientKeyMissing>()("ClientKeyMissing", {}) {
  static readonly entry = invalid(
    "clientPublicKey required",
    "A PASSKEY challenge needs clientPublicKey, a P-256 point in hex. Send the key the session is to be sealed to."
  )
}

/** A PASSKEY verify call needs the Request-Id of its challenge, and the call has none. */
export class LoginNotAwaited extends Schema.TaggedError<LoginNotAwaited>()("LoginNotAwaited", {}) {
  static readonly entry = unauthorized(
    "REQUEST_ID_MISSING",
    "Request-Id header missing",
    "A PASSKEY verify names its challenge. Send the requestId of the challenge in the Request-Id header."
  )
}

/** The account has the maximum number of credentials. */
export class TooManyCredentials extends Schema.TaggedError<TooManyCredentials>()("TooManyCredentials", {}) {
  static readonly entry = invalid(
    "Too many credentials",
    "The account has 50 credentials, the most there may be. Remove one that is not used."
  )
}
