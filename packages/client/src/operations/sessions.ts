import { openSessionSigningKey, uncompressedHex } from "@countersign/wire"
import { type AuthSession, isAuthSession } from "../answers/credentials.ts"
import { type Guard, list, nothing, object } from "../answers/guard.ts"
import { readAs } from "../answers/readAnswer.ts"
import type { Answer, Send } from "../connection.ts"
import { UnexpectedAnswerError } from "../errors.ts"
import { type ActiveSession, generateKeyPair, type KeyPair, requireWebCrypto, type Signer } from "../keyPair.ts"
import { isOver, type KeyStore } from "../keys/KeyStore.ts"
import type { SigningKey } from "../keys/SigningKey.ts"
import { ofAccount, segment } from "./path.ts"
import type { Perform } from "./signedRetry.ts"

/** Runs a login with a fresh key to seal its session key to. That key is in memory alone, and zeros afterwards. */
export const withClientKey = async <T>(use: (clientKey: KeyPair) => Promise<T>): Promise<T> => {
  requireWebCrypto()
  const clientKey = generateKeyPair()
  try {
    return await use(clientKey)
  } finally {
    clientKey.forget()
  }
}

/** The session of an answer that brings its key sealed to the client's. */
export const openedSession = async (answer: Answer, clientKey: KeyPair, keys: KeyStore): Promise<ActiveSession> => {
  const session = readAs(answer, isAuthSession, "an AuthSession")
  const privateKey = await openedKey(answer, session, clientKey)
  try {
    return await activeSession(session, await keys.hold(privateKey), keys)
  } finally {
    privateKey.fill(0)
  }
}

/** A session and its key, and kept where the store keeps any. The sealed key has been opened and says nothing any more. */
export const activeSession = async (
  { encryptedSessionSigningKey: _, ...session }: AuthSession,
  signer: SigningKey,
  keys: KeyStore
): Promise<ActiveSession> => {
  const active = { ...session, signer }
  await keys.keep(active)
  return active
}

const openedKey = async (
  answer: Answer,
  { encryptedSessionSigningKey }: AuthSession,
  { privateKey }: KeyPair
): Promise<Uint8Array> => {
  if (encryptedSessionSigningKey === undefined) throw new UnexpectedAnswerError(answer, "it brings no session key")
  try {
    return await openSessionSigningKey(encryptedSessionSigningKey, privateKey)
  } catch (cause) {
    throw new UnexpectedAnswerError(answer, "its session key does not open with the client's key", cause)
  }
}

export interface Sessions {
  /** The active sessions of an account, `InternalAccount:<uuid>`. */
  readonly list: (accountId: string) => Promise<readonly AuthSession[]>
  /**
   * Ends a session. Any active session of the account may sign, the one that ends included. A session that has ended
   * already is refused with 404.
   */
  readonly revoke: (sessionId: string, options: { readonly signer: Signer }) => Promise<void>
  /** Opens a new session from an active one, with a key of its own. The old one stays active until its own end. */
  readonly refresh: (session: ActiveSession) => Promise<ActiveSession>
}

export const sessionsOn = (send: Send, perform: Perform, keys: KeyStore): Sessions => ({
  list: async (accountId) => {
    const answer = await send({ method: "GET", path: ofAccount("/auth/sessions", accountId) })
    return readAs(answer, isAuthSessions, "a list of AuthSession").data
  },
  revoke: async (sessionId, { signer }) => {
    const answer = await perform({ method: "DELETE", path: `/auth/sessions/${segment(sessionId)}`, signer })
    readAs(answer, nothing, "empty")
  },
  refresh: (session) =>
    withClientKey(async (clientKey) => {
      const body = { clientPublicKey: uncompressedHex(clientKey.publicKey) }
      const path = `/auth/sessions/${segment(session.id)}/refresh`
      return openedSession(await perform({ method: "POST", path, body, signer: session }), clientKey, keys)
    })
})

const isAuthSessions: Guard<{ readonly data: readonly AuthSession[] }> = object<{
  readonly data: readonly AuthSession[]
}>({ data: list(isAuthSession) })

/**
 * A session of this browser after a reload, with its key; `undefined` where it is over or was not kept. Nobody is asked:
 * a session that was revoked elsewhere comes back too, and its first signature is refused.
 */
export type Restore = (sessionId: string) => Promise<ActiveSession | undefined>

export const restoreFrom =
  (keys: KeyStore): Restore =>
  async (sessionId) => {
    const session = await keys.recall(sessionId)
    if (session === undefined || !isOver(session)) return session
    await keys.drop(sessionId)
    return undefined
  }
