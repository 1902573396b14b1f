import { type Guard, id, object, optional, text, timestamp } from "./guard.ts"

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
