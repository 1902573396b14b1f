import { decodeBase64Url } from "@countersign/wire"
import { type Guard, id, object, oneOf, optional, text, timestamp } from "./guard.ts"

/** How a user proves who they are. A service may have types that this client has no operation for. */
export type CredentialType = "EMAIL_OTP" | "OAUTH" | "PASSKEY" | (string & Record<never, never>)

/** A credential of an internal account. Timestamps are ISO 8601 in UTC. */
export interface AuthMethod {
  /** `AuthMethod:<uuid>`. */
  readonly id: string
  /** The account it opens, `InternalAccount:<uuid>`. */
  readonly accountId: string
  readonly type: CredentialType
  /**
   * EMAIL_OTP: the e-mail address. OAUTH: usually the address in the identity token. PASSKEY: the name it was given.
   */
  readonly nickname: string
  readonly createdAt: string
  readonly updatedAt: string
  /** PASSKEY only: the WebAuthn credential id, base64url. */
  readonly credentialId?: string
  /** EMAIL_OTP, on the answers that issue a code: JSON text of the signed key to seal that code to. */
  readonly otpEncryptionTargetBundle?: string
}

/** The name of a type. The type itself may be one that the service had after this client was released. */
export const isCredentialType: Guard<CredentialType> = (value): value is CredentialType =>
  typeof value === "string" && /^[A-Z][A-Z0-9_]*$/u.test(value)

export const isAuthMethod: Guard<AuthMethod> = object<AuthMethod>({
  id: id("AuthMethod"),
  accountId: id("InternalAccount"),
  type: isCredentialType,
  nickname: text,
  createdAt: timestamp,
  updatedAt: timestamp,
  credentialId: optional(text),
  otpEncryptionTargetBundle: optional(text)
})

/** A session of an internal account: what its credential shows, under the session's own id, and when it ends. */
export interface AuthSession {
  /** `Session:<uuid>`. */
  readonly id: string
  /** The account it acts for, `InternalAccount:<uuid>`. */
  readonly accountId: string
  /** The type of the credential that opened it. */
  readonly type: CredentialType
  /** The nickname of that credential. */
  readonly nickname: string
  readonly createdAt: string
  readonly updatedAt: string
  /** ISO 8601 in UTC. From this instant on its key signs nothing. */
  readonly expiresAt: string
  /** OAUTH and PASSKEY, once, where the session is issued: its key, sealed to the key you sent; base58check. */
  readonly encryptedSessionSigningKey?: string
}

export const isAuthSession: Guard<AuthSession> = object<AuthSession>({
  id: id("Session"),
  accountId: id("InternalAccount"),
  type: isCredentialType,
  nickname: text,
  createdAt: timestamp,
  updatedAt: timestamp,
  expiresAt: timestamp,
  encryptedSessionSigningKey: optional(text)
})

/** What an authenticator signs to sign in, and the request that the assertion answers. */
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
  /** `Request:<uuid>`: goes with the assertion as the Request-Id header. */
  readonly requestId: string
  /** ISO 8601 in UTC. The assertion must arrive before. */
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

/** The 202 of an operation that wants a signature: nothing has happened yet. */
export interface SignedRequestChallenge {
  /** The type of the credential that the operation concerns. */
  readonly type: CredentialType
  /** What to sign, to the byte. It looks like JSON; parsing it and writing it again changes it. */
  readonly payloadToSign: string
  /** `Request:<uuid>`, good for one retry. */
  readonly requestId: string
  /** ISO 8601 in UTC. The retry must arrive before. */
  readonly expiresAt: string
}

export const isSignedRequestChallenge: Guard<SignedRequestChallenge> = object<SignedRequestChallenge>({
  type: isCredentialType,
  payloadToSign: text,
  requestId: id("Request"),
  expiresAt: timestamp
})
