import { attempt, decodeBase64Url, encodeBase64Url, isId, isScalar } from "@countersign/wire"
import { type AuthSession, isAuthSession } from "../answers/credentials.ts"
import { type Guard, integer, list, object, optional, text } from "../answers/guard.ts"
import { type ActiveSession, generateKeyPair, hiddenKeyPair } from "../keyPair.ts"
import { hasExpired, type KeyStoreOn } from "../keys/KeyStore.ts"

/**
 * A keychain of the device, as the module `expo-secure-store` has it. Names consist of letters, digits, "." and "-". Values
 * are text of less than 2,048 bytes.
 */
export interface SecureStorage {
  /** Returns the value of a name, or `null`. */
  readonly getItemAsync: (name: string) => Promise<string | null>
  /** Stores a value. Rejects, or resolves with `false`, if it did not. */
  readonly setItemAsync: (name: string, value: string) => Promise<unknown>
  /** Removes a value. Resolves also without one. */
  readonly deleteItemAsync: (name: string) => Promise<unknown>
}

/** The secure storage failed while a session was restored. Nothing was removed: call `restore` again. */
export class SecureStorageError extends Error {
  override readonly name = "SecureStorageError"

  constructor(cause: unknown) {
    super("The secure storage could not be read. Nothing was removed: unlock the device and call restore again", {
      cause
    })
  }
}

/**
 * Stores sessions and their private keys, as bytes, in a secure storage. A script of the app can read them. A session that the
 * storage does not accept stays in memory.
 */
export const secureKeyStore =
  (storage: SecureStorage): KeyStoreOn =>
  (notify, clock) => {
    const unstored = new Map<string, ActiveSession>()
    const inTurn = queue()

    const index = async (): Promise<readonly string[]> => parsed(await storage.getItemAsync(INDEX), list(text)) ?? []
    const writeIndex = (ids: readonly string[]) =>
      ids.length === 0 ? storage.deleteItemAsync(INDEX) : storage.setItemAsync(INDEX, JSON.stringify(ids))

    /** Removes expired sessions, and returns the ids of others. A storage cannot list its names, and outlasts the app on iOS. */
    const withoutExpired = async (): Promise<readonly string[]> => {
      const remaining: string[] = []
      for (const id of await index()) {
        const value = await storage.getItemAsync(nameOf(id))
        const stored = parsed(value, isStoredKey)
        if (stored !== undefined && hasExpired(stored.session, clock.now())) await storage.deleteItemAsync(nameOf(id))
        // An unreadable one may be of a newer version of the app.
        else if (value !== null) remaining.push(id)
      }
      return remaining
    }

    return {
      create: generateKeyPair,
      importKey: hiddenKeyPair,
      save: async (active) => {
        const { signer, ...session } = active
        if (!("privateKey" in signer && signer.privateKey instanceof Uint8Array))
          throw new TypeError("The key was not created by this store")
        const stored: StoredKey = { session, privateKey: encodeBase64Url(signer.privateKey), ahead: clock.ahead() }
        try {
          await inTurn(async () => {
            const others = (await withoutExpired()).filter((id) => id !== session.id)
            // First, so that no key exists that the index does not name.
            await writeIndex([...others, session.id])
            const isStored = await storage.setItemAsync(nameOf(session.id), JSON.stringify(stored))
            if (isStored === false) throw new Error("Not stored")
          })
        } catch {
          // The session is already open. A key that a restart loses is better than none. The error may quote the key.
          unstored.set(session.id, active)
          notify({ kind: "key-in-memory", reason: "The secure storage rejected it" })
        }
      },
      recall: async (sessionId) => {
        const found = unstored.get(sessionId)
        if (found !== undefined || !isId("Session", sessionId)) return found
        const value = await storage.getItemAsync(nameOf(sessionId)).catch((cause) => {
          throw new SecureStorageError(cause)
        })
        const stored = parsed(value, isStoredKey)
        if (stored?.session.id !== sessionId) return undefined
        clock.assume(stored.ahead)
        const privateKey = decodeBase64Url(stored.privateKey)
        const signer = await hiddenKeyPair(privateKey)
        privateKey.fill(0)
        return { ...stored.session, signer }
      },
      drop: async (sessionId) => {
        unstored.delete(sessionId)
        try {
          await inTurn(async () => {
            await storage.deleteItemAsync(nameOf(sessionId))
            await writeIndex((await index()).filter((id) => id !== sessionId))
          })
        } catch {
          notify({ kind: "key-not-removed", reason: "The secure storage did not remove it" })
        }
      }
    }
  }

/** Runs one task after the other, because the index is read before it is written. */
const queue = () => {
  let last: Promise<unknown> = Promise.resolve()
  return (task: () => Promise<unknown>): Promise<unknown> => {
    const next = last.then(task)
    last = next.catch(() => {})
    return next
  }
}

interface StoredKey {
  readonly session: AuthSession
  /** The scalar, base64url. */
  readonly privateKey: string
  /** The difference of the clocks when the session was stored: an app that was restarted has no answer yet. */
  readonly ahead?: number | undefined
}

const isStoredKey: Guard<StoredKey> = object<StoredKey>({
  session: isAuthSession,
  privateKey: (value): value is string =>
    typeof value === "string" && attempt(() => isScalar(decodeBase64Url(value))) === true,
  ahead: optional(integer)
})

/** Other code of the app can write to the storage too. */
const parsed = <T>(value: string | null, guard: Guard<T>): T | undefined => {
  const read: unknown = attempt(() => JSON.parse(value ?? ""))
  return guard(read) ? read : undefined
}

const INDEX = "countersign.sessions"

/** Names of keychains have no colon. */
const nameOf = (sessionId: string): string => `countersign.${sessionId.replace(":", ".")}`
