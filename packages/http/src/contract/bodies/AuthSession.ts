import { AccountId, CredentialType, type OpenedSession, type Session, SessionId } from "@countersign/core"
import { Schema } from "effect"
import { Timestamp } from "./wire.ts"

/** A session: the fields of its credential under the session's id, and when it ends. The key is there once, when sealed. */
export const AuthSession = Schema.Struct({
  id: SessionId,
  accountId: AccountId,
  type: CredentialType,
  nickname: Schema.String,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  expiresAt: Timestamp,
  encryptedSessionSigningKey: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "AuthSession" })

export const authSession = (session: Session.Session): typeof AuthSession.Type => ({
  id: session.sessionId,
  accountId: session.accountId,
  type: session.credentialType,
  nickname: session.nickname,
  createdAt: session.createdAt,
  updatedAt: session.createdAt,
  expiresAt: session.expiresAt
})

export const openedSession = ({ encryptedSessionSigningKey, session }: OpenedSession): typeof AuthSession.Type => ({
  ...authSession(session),
  ...(encryptedSessionSigningKey === undefined ? {} : { encryptedSessionSigningKey })
})
