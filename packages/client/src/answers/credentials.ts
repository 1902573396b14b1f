import { decodeBase64Url } from "@countersign/wire"
import { flag, type Guard, id, integer, list, object, oneOf, optional, text, timestamp } from "./guard.ts"

/** The type of a credential. A server may have types that this client has no operation for. */
export type CredentialType = "EMAIL_OTP" | "OAUTH" | "PASSKEY" | (string & Record<never, never>)

/** A credential of an internal account. Timestamps are ISO 8601 in UTC. */
export interface AuthMethod {
  /** `AuthMethod:<uuid>`. */
  readonly id: string
  /** The account it opens, `InternalAccount:<uuid>`. */
  readonly accountId: string
  readonly type: CredentialType
  /** "SUSPENDED" while it opens no session: an operator suspended it, or the wallet was recovered without it. */
  readonly status?: string
  /**
   * EMAIL_OTP: the e-mail address. OAUTH: usually the address in the identity token. PASSKEY: the name given at
   * registration.
   */
  readonly nickname: string
  readonly createdAt: string
  readonly updatedAt: string
  /** Present only until then: it has at most the authority of the session that added it. */
  readonly unconfirmedUntil?: string
  /** The last login with it. Absent before the first, and from older servers. */
  readonly lastUsedAt?: string
  /** PASSKEY only: the WebAuthn credential id, base64url. */
  readonly credentialId?: string
  /** PASSKEY only, in lists: the transports that the browser reported at registration. */
  readonly transports?: readonly string[]
  /** PASSKEY only: whether it may be backed up, and whether it was, at its registration or last login. */
  readonly backupEligible?: boolean
  readonly backedUp?: boolean
  /** Only for EMAIL_OTP, in responses that issue a code: JSON text of the signed public key to encrypt that code to. */
  readonly otpEncryptionTargetBundle?: string
}

/** Accepts any type name, because a newer server may have types that this client does not know. */
export const isCredentialType: Guard<CredentialType> = (value): value is CredentialType =>
  typeof value === "string" && /^[A-Z][A-Z0-9_]*$/u.test(value)

export const isAuthMethod: Guard<AuthMethod> = object<AuthMethod>({
  id: id("AuthMethod"),
  accountId: id("InternalAccount"),
  type: isCredentialType,
  status: optional(text),
  nickname: text,
  createdAt: timestamp,
  updatedAt: timestamp,
  unconfirmedUntil: optional(timestamp),
  lastUsedAt: optional(timestamp),
  credentialId: optional(text),
  transports: optional(list(text)),
  backupEligible: optional(flag),
  backedUp: optional(flag),
  otpEncryptionTargetBundle: optional(text)
})

/** A session of an internal account: the fields of its credential, the session id and the expiry. */
export interface AuthSession {
  /** `Session:<uuid>`. */
  readonly id: string
  /** The account that it may sign for, `InternalAccount:<uuid>`. */
  readonly accountId: string
  /** The type of the credential that opened it. */
  readonly type: CredentialType
  /** The nickname of that credential. */
  readonly nickname: string
  readonly createdAt: string
  readonly updatedAt: string
  /** ISO 8601 in UTC. The server rejects signatures by the session key from this instant on. */
  readonly expiresAt: string
  /** Until then its credential has at most the authority of the session that added it. */
  readonly unconfirmedUntil?: string
  /**
   * Only for OAUTH and PASSKEY, in the response that creates the session: its private key, encrypted to the key that
   * the client sent; base58check.
   */
  readonly encryptedSessionSigningKey?: string
  /** Only in lists: the last signature by its key, as far as recent receipts show it, or else `createdAt`. */
  readonly lastUsedAt?: string
  /** Only in lists: the device that opened it, if the host passes and stores it. Any text; never parse it as HTML. */
  readonly userAgent?: string
  readonly address?: string
  /** Only in lists, if the call names the current session. */
  readonly isCurrent?: boolean
}

export const isAuthSession: Guard<AuthSession> = object<AuthSession>({
  id: id("Session"),
  accountId: id("InternalAccount"),
  type: isCredentialType,
  nickname: text,
  createdAt: timestamp,
  updatedAt: timestamp,
  expiresAt: timestamp,
  unconfirmedUntil: optional(timestamp),
  encryptedSessionSigningKey: optional(text),
  lastUsedAt: optional(timestamp),
  userAgent: optional(text),
  address: optional(text),
  isCurrent: optional(flag)
})

/** A passkey challenge, and the request id to send with the assertion. */
export interface PasskeyAuthChallenge {
  /** `AuthMethod:<uuid>`. */
  readonly id: string
  readonly accountId: string
  readonly type: "PASSKEY"
  readonly nickname: string
  readonly createdAt: string
  readonly updatedAt: string
  /** The WebAuthn credential id, base64url. */
  readonly credentialId: string
  /** Base64url. */
  readonly challenge: string
  /** `Request:<uuid>`, sent with the assertion as the Request-Id header. */
  readonly requestId: string
  /** ISO 8601 in UTC. The assertion must arrive before this instant. */
  readonly expiresAt: string
}

const base64url: Guard<string> = (value): value is string => {
  if (typeof value !== "string" || value === "") return false
  try {
    return decodeBase64Url(value, { maxBytes: 2048 }).length > 0
  } catch {
    return false
  }
}

export const isPasskeyAuthChallenge: Guard<PasskeyAuthChallenge> = object<PasskeyAuthChallenge>({
  id: id("AuthMethod"),
  accountId: id("InternalAccount"),
  type: oneOf("PASSKEY"),
  nickname: text,
  createdAt: timestamp,
  updatedAt: timestamp,
  credentialId: base64url,
  challenge: base64url,
  requestId: id("Request"),
  expiresAt: timestamp
})

/** Describes what the platform's policy requires of the session that signs a call. */
export interface StepUp {
  /** The types of credential whose sessions may sign. Absent: all. */
  readonly credentialTypes?: readonly CredentialType[] | undefined
  /** The maximum time since the login, in seconds. A refresh does not renew it. Absent: any. */
  readonly maxSessionAgeSeconds?: number | undefined
  /** The first rule that requires it, such as `PAYMENT_CREDENTIAL_TYPE`. */
  readonly reason: string
}

export const isStepUp: Guard<StepUp> = object<StepUp>({
  credentialTypes: optional(list(isCredentialType)),
  maxSessionAgeSeconds: optional(integer),
  reason: text
})

/** The 202 of an operation that requires a signature. Nothing has been executed yet. */
export interface SignedRequestChallenge {
  /** The type of the credential that the operation concerns. */
  readonly type: CredentialType
  /** The exact text to sign. It looks like JSON, but parsing and serializing it changes the bytes. */
  readonly payloadToSign: string
  /** `Request:<uuid>`, valid for one retry. */
  readonly requestId: string
  /** ISO 8601 in UTC. The retry must arrive before this instant. */
  readonly expiresAt: string
  /** Describes what the platform's policy requires of the session that signs. Absent without a rule for the operation. */
  readonly stepUp?: StepUp | undefined
}

export const isSignedRequestChallenge: Guard<SignedRequestChallenge> = object<SignedRequestChallenge>({
  type: isCredentialType,
  payloadToSign: text,
  requestId: id("Request"),
  expiresAt: timestamp,
  stepUp: optional(isStepUp)
})
