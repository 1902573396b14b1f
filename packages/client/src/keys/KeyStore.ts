import type { AuthSession } from "../answers/credentials.ts"
import { type ActiveSession, generateKeyPair, hiddenKeyPair } from "../keyPair.ts"
import type { SigningKey } from "./SigningKey.ts"

/**
 * Where the keys of sessions live. Give your own to keep them in a platform's keychain; what it throws, the operation
 * throws, and a session whose key could not be kept goes unused to its end.
 */
export interface KeyStore {
  /** A fresh key, for a session to be. */
  readonly create: () => Promise<SigningKey>
  /** A key of these 32 bytes. They are the caller's, who may overwrite them afterwards. */
  readonly hold: (privateKey: Uint8Array) => Promise<SigningKey>
  /** Keeps a session and its key beyond the page, where the store can. */
  readonly keep: (session: ActiveSession) => Promise<void>
  /** A session that was kept, over or not. */
  readonly recall: (sessionId: string) => Promise<ActiveSession | undefined>
  readonly drop: (sessionId: string) => Promise<void>
}

/** Whether a session has ended, by the clock of this machine. */
export const isOver = ({ expiresAt }: AuthSession): boolean => Date.parse(expiresAt) <= Date.now()

/** Keys as bytes in memory. Nothing outlives the process, and nothing is held for those who let go of their session. */
export const memoryKeyStore = (): KeyStore => ({
  create: async () => generateKeyPair(),
  hold: async (privateKey) => hiddenKeyPair(privateKey),
  keep: async () => {},
  recall: async () => undefined,
  drop: async () => {}
})
