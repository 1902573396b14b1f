// Printed from the contract: npm run docs

import { type CredentialType, isCredentialType } from "./CredentialType.ts"
import { base64url, flag, type Guard, id, integer, list, object, oneOf, optional, text, timestamp } from "./guard.ts"

/** A sign-in method of a wallet. */
export interface AuthMethod {
  /** `AuthMethod:<uuid>` */
  readonly id: string
  /** `InternalAccount:<uuid>` */
  readonly accountId: string
  readonly type: CredentialType
  /**
   * EMAIL_OTP: the e-mail address. OAUTH: usually the address in the identity token. PASSKEY: the name given at
   * registration.
   */
  readonly nickname: string
  /** ISO 8601, UTC. */
  readonly createdAt: string
  /** ISO 8601, UTC. */
  readonly updatedAt: string
  /** Present only while an operator has the credential suspended. */
  readonly status?: string
  /** Present only until then: it has at most the authority of the session that added it. */
  readonly unconfirmedUntil?: string
  /** The last login with it. Absent before the first. */
  readonly lastUsedAt?: string
  /** Of a PASSKEY: the credential id for the browser's `allowCredentials`. */
  readonly credentialId?: string
  /** Of a PASSKEY: its transports for the browser's `allowCredentials`. */
  readonly transports?: ReadonlyArray<string>
  /** Of a PASSKEY: whether it may be backed up. */
  readonly backupEligible?: boolean
  /** Of a PASSKEY: whether it was backed up at its registration or last login. */
  readonly backedUp?: boolean
  /** Present only in answers that issue a code: JSON text of the signed public key to encrypt that code to. */
  readonly otpEncryptionTargetBundle?: string
  /**
   * Present with otpEncryptionTargetBundle, except in the 201 of a registration: whether the code has digits alone,
   * or also letters.
   */
  readonly otpAlphabet?: string
}

/** Returns whether a value has the fields of `AuthMethod`. */
export const isAuthMethod: Guard<AuthMethod> = object<AuthMethod>({
  id: id("AuthMethod"),
  accountId: id("InternalAccount"),
  type: isCredentialType,
  nickname: text,
  createdAt: timestamp,
  updatedAt: timestamp,
  status: optional(text),
  unconfirmedUntil: optional(timestamp),
  lastUsedAt: optional(timestamp),
  credentialId: optional(text),
  transports: optional(list(text)),
  backupEligible: optional(flag),
  backedUp: optional(flag),
  otpEncryptionTargetBundle: optional(text),
  otpAlphabet: optional(text)
})

/** A login of a wallet. */
export interface AuthSession {
  /** `Session:<uuid>` */
  readonly id: string
  /** `InternalAccount:<uuid>` */
  readonly accountId: string
  readonly type: CredentialType
  /**
   * EMAIL_OTP: the e-mail address. OAUTH: usually the address in the identity token. PASSKEY: the name given at
   * registration.
   */
  readonly nickname: string
  /** ISO 8601, UTC. */
  readonly createdAt: string
  /** ISO 8601, UTC. */
  readonly updatedAt: string
  /** The server rejects signatures by the session key from this instant on. */
  readonly expiresAt: string
  /** Until then its credential has at most the authority of the session that added it. Absent if it was confirmed. */
  readonly unconfirmedUntil?: string
  /**
   * The session's private key, encrypted to the client's key (HPKE). Present only in the answer that opens the
   * session.
   */
  readonly encryptedSessionSigningKey?: string
  /**
   * Only in lists: the newest signature by its key among the newest 100 receipts of the account, or else `createdAt`.
   */
  readonly lastUsedAt?: string
  /** Only in lists, while the policy `sessionClientRetention` has it stored. Any text; never parse it as HTML. */
  readonly userAgent?: string
  /** Only in lists, while the policy `sessionClientRetention` has it stored. */
  readonly address?: string
  /** Only in lists, if the call names the current session. */
  readonly isCurrent?: boolean
}

/** Returns whether a value has the fields of `AuthSession`. */
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

/** The options of a passkey assertion in the browser. */
export interface PasskeyAuthChallenge {
  /** `AuthMethod:<uuid>` */
  readonly id: string
  /** `InternalAccount:<uuid>` */
  readonly accountId: string
  readonly type: "PASSKEY"
  /**
   * EMAIL_OTP: the e-mail address. OAUTH: usually the address in the identity token. PASSKEY: the name given at
   * registration.
   */
  readonly nickname: string
  /** ISO 8601, UTC. */
  readonly createdAt: string
  /** ISO 8601, UTC. */
  readonly updatedAt: string
  readonly credentialId: string
  /** Base64url. */
  readonly challenge: string
  /** Identifies the login in the call that verifies it. */
  readonly requestId: string
  /** ISO 8601, UTC. */
  readonly expiresAt: string
}

/** Returns whether a value has the fields of `PasskeyAuthChallenge`. */
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

/**
 * The kind of credential and the age of the login that a session needs to sign a call. `reason`: the first rule.
 */
export interface StepUp {
  readonly credentialTypes?: ReadonlyArray<CredentialType> | undefined
  readonly maxSessionAgeSeconds?: number | undefined
  /** A rule of the platform's access policy. A published name never changes. */
  readonly reason: string
}

/** Returns whether a value has the fields of `StepUp`. */
export const isStepUp: Guard<StepUp> = object<StepUp>({
  credentialTypes: optional(list(isCredentialType)),
  maxSessionAgeSeconds: optional(integer),
  reason: text
})

/**
 * The payload that the client signs. Repeat the call with `requestId` and the stamp over `payloadToSign`, byte for
 * byte.
 */
export interface SignedRequestChallenge {
  readonly type: CredentialType
  /** The exact text to sign. It looks like JSON, but parsing and serializing it changes the bytes. */
  readonly payloadToSign: string
  /** `Request:<uuid>` */
  readonly requestId: string
  /** ISO 8601, UTC. */
  readonly expiresAt: string
  /** Describes what the access policy requires of the session that signs; absent without a rule for the call. */
  readonly stepUp?: StepUp | undefined
}

/** Returns whether a value has the fields of `SignedRequestChallenge`. */
export const isSignedRequestChallenge: Guard<SignedRequestChallenge> = object<SignedRequestChallenge>({
  type: isCredentialType,
  payloadToSign: text,
  requestId: id("Request"),
  expiresAt: timestamp,
  stepUp: optional(isStepUp)
})
