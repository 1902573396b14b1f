import { openSessionSigningKey, uncompressedHex } from "@countersign/wire"
import { type AuthSession, isAuthSession } from "../answers/credentials.ts"
import { absent, list, object } from "../answers/guard.ts"
import { readAs } from "../answers/readAnswer.ts"
import type { Answer, Send } from "../connection.ts"
import { UnexpectedAnswerError } from "../errors.ts"
import { type ActiveSession, generateKeyPair, type KeyPair, requireWebCrypto, type SigningKey } from "../keyPair.ts"
import { hasExpired, type KeyStore } from "../keys/KeyStore.ts"
import type { ServerClock } from "../serverClock.ts"
import { ofAccount, ofOneCase, segment } from "./path.ts"
import type { Perform, SignedBy } from "./signing.ts"

/** Runs a login with a new key to encrypt the session key to. It is only in memory, and overwritten with zeros. */
export const withClientKey = async <T>(use: (clientKey: KeyPair) => Promise<T>): Promise<T> => {
  requireWebCrypto()
  const clientKey = await generateKeyPair()
  try {
    return await use(clientKey)
  } finally {
    clientKey.forget()
  }
}

/** Returns the session of a response whose session key is encrypted to the client's key. */
export const openedSession = async (answer: Answer, clientKey: KeyPair, keys: KeyStore): Promise<ActiveSession> => {
  const session = readAs(answer, isAuthSession, "an AuthSession")
  const privateKey = await openedKey(answer, session, clientKey)
  try {
    return await activeSession(session, await keys.importKey(privateKey), keys)
  } finally {
    privateKey.fill(0)
  }
}

/** Returns a session with its key, stored if the store persists keys. Drops the encrypted key. */
export const activeSession = async (
  { encryptedSessionSigningKey: _, ...session }: AuthSession,
  signer: SigningKey,
  keys: KeyStore
): Promise<ActiveSession> => {
  const active = { ...session, signer }
  await keys.save(active)
  return active
}

const openedKey = async (
  answer: Answer,
  { encryptedSessionSigningKey }: AuthSession,
  { privateKey }: KeyPair
): Promise<Uint8Array> => {
  if (encryptedSessionSigningKey === undefined)
    throw new UnexpectedAnswerError(answer, "the response has no session key")
  try {
    return await openSessionSigningKey(encryptedSessionSigningKey, privateKey)
  } catch (cause) {
    throw new UnexpectedAnswerError(answer, "its session key cannot be decrypted with the client's key", cause)
  }
}

/** The sessions of wallets: list, end and refresh them. */
export interface Sessions {
  /** Lists the active sessions of an account, `InternalAccount:<uuid>`. `isCurrent` marks `current`. */
  readonly list: (
    accountId: string,
    options?: { readonly current?: Pick<AuthSession, "id"> | undefined }
  ) => Promise<readonly AuthSession[]>
  /**
   * Ends a session. Any active session of the account may sign, including the session itself. Refused with 404 when the
   * session has already ended.
   */
  readonly revoke: (sessionId: string, options: SignedBy) => Promise<void>
  /** Ends all sessions of an account except the one that signs. */
  readonly revokeOthers: (accountId: string, options: SignedBy) => Promise<void>
  /**
   * Opens a new session with its own key from an active one. The old session stays active until it expires, but its
   * key is no longer stored: `restore` does not return it.
   */
  readonly refresh: (session: ActiveSession) => Promise<ActiveSession>
}

/** `performAlone` signs without a step-up. */
export const sessionsOn = (send: Send, perform: Perform, performAlone: Perform, keys: KeyStore): Sessions => ({
  list: async (accountId, { current } = {}) => {
    const answer = await send({ method: "GET", path: ofAccount("/auth/sessions", accountId) })
    const { data } = readAs(answer, isAuthSessions, "a list of AuthSession")
    // Marked here, because an older server refuses a query that names the current session.
    return current === undefined ? data : data.map((each) => ({ ...each, isCurrent: each.id === current.id }))
  },
  revoke: async (sessionId, { confirm, signer }) => {
    const path = `/auth/sessions/${segment(sessionId, "sessionId")}`
    const apiKeyIds = [ofOneCase(sessionId)]
    const means = (userId: string) => [{ activity: "ACTIVITY_TYPE_DELETE_API_KEYS", values: { apiKeyIds, userId } }]
    readAs(await perform({ method: "DELETE", path, signer, confirm, means }), absent, "empty")
  },
  revokeOthers: async (accountId, { confirm, signer }) => {
    const call = { method: "POST", path: "/auth/sessions/revoke-others", body: { accountId }, signer, confirm }
    const revokeOtherSessions = { accountId: ofOneCase(accountId) }
    const means = () => [{ ...revokeOtherSessions, values: { revokeOtherSessions } }]
    readAs(await perform({ ...call, means }), absent, "empty")
  },
  refresh: (session) =>
    withClientKey(async (clientKey) => {
      const body = { clientPublicKey: uncompressedHex(clientKey.publicKey) }
      const path = `/auth/sessions/${segment(session.id, "session.id")}/refresh`
      const values = { targetPublicKey: body.clientPublicKey }
      const means = () => [{ activity: "ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2", values }]
      const call = { method: "POST", path, body, signer: session, confirm: undefined }
      const next = await openedSession(await performAlone({ ...call, means }), clientKey, keys)
      // Its key stays in memory for calls under way.
      await keys.drop(session.id)
      return next
    })
})

const isAuthSessions = object({ data: list(isAuthSession) })

/**
 * Returns a session of this browser with its key after a reload, or `undefined` when it has expired or was not stored.
 * Sends no request: a session that was revoked elsewhere is returned too, and its first signature is refused.
 */
export type Restore = (sessionId: string) => Promise<ActiveSession | undefined>

export const restoreFrom =
  (keys: KeyStore, clock: Pick<ServerClock, "now">): Restore =>
  async (sessionId) => {
    const session = await keys.recall(sessionId)
    if (session === undefined || !hasExpired(session, clock.now())) return session
    await keys.drop(sessionId)
    return undefined
  }
