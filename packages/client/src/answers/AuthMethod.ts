import { type Guard, id, object, oneOf, optional, text, timestamp } from "./guard.ts"

/** How a user proves who they are. */
export type CredentialType = "EMAIL_OTP" | "OAUTH" | "PASSKEY"

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

export const isCredentialType: Guard<CredentialType> = oneOf("EMAIL_OTP", "OAUTH", "PASSKEY")

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
