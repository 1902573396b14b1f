import type { AuthSession } from "../answers/credentials.ts"
import { type ActiveSession, generateKeyPair, hiddenKeyPair, type SigningKey } from "../keyPair.ts"
import type { ServerClock } from "../serverClock.ts"

/**
 * Stores session keys. Implement it to use a platform's keychain. An error that it throws is rethrown by the operation;
 * a session whose key could not be stored stays unused until it expires.
 */
export interface KeyStore {
  /** Creates a key for a new session. */
  readonly create: () => Promise<SigningKey>
  /** Imports a 32-byte private key. The caller owns the bytes and may overwrite them afterwards. */
  readonly importKey: (privateKey: Uint8Array) => Promise<SigningKey>
  /** Persists a session and its key beyond the page, if the store can. */
  readonly save: (session: ActiveSession) => Promise<void>
  /** Returns a stored session, expired or not. */
  readonly recall: (sessionId: string) => Promise<ActiveSession | undefined>
  /** Removes the key of a session. */
  readonly drop: (sessionId: string) => Promise<void>
}

/** Creates the store of a client. It reports what is not stored, and compares times with the server's clock. */
export type KeyStoreOn = (notify: (notice: Notice) => void, clock: ServerClock) => KeyStore

/** Reports a working but degraded mode. */
export interface Notice {
  /**
   * "key-in-memory": the session key is only in memory, so a reload loses it, and in a browser other scripts may read it.
   * "key-not-removed": the platform's storage still has the key of a session that has ended. A sign-in after its expiry removes it.
   */
  readonly kind: "key-in-memory" | "key-not-removed"
  readonly reason: string
}

/** Returns whether a session has expired at a time of the server's clock. */
export const hasExpired = ({ expiresAt }: AuthSession, at: number): boolean => Date.parse(expiresAt) <= at

/** Stores keys as bytes in memory. They are lost when the process ends or the caller drops the session. */
export const memoryKeyStore = (): KeyStore => ({
  create: generateKeyPair,
  importKey: hiddenKeyPair,
  save: async () => {},
  recall: async () => undefined,
  drop: async () => {}
})
