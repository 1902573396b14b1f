import { type CredentialType, isCredentialType } from "./AuthMethod.ts"
import { type Guard, id, object, optional, text, timestamp } from "./guard.ts"

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
