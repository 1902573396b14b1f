import {
  encodeStamp,
  encodeUtf8,
  fromPointBytes,
  hasWebCrypto,
  importPrivateKey,
  isPublicKey,
  type PublicKey,
  publicKeyOfAsync,
  signWithCryptoKey
} from "@countersign/wire"
import { type AuthSession, isAuthSession } from "../answers/credentials.ts"
import { type Guard, integer, object, optional } from "../answers/guard.ts"
import { type ActiveSession, ERASED, type SigningKey } from "../keyPair.ts"
import type { ServerClock } from "../serverClock.ts"
import { hasExpired, type KeyStore, type KeyStoreOn, memoryKeyStore } from "./KeyStore.ts"

/** A non-extractable WebCrypto key. No script can read its private key, not even one that runs in the page. */
class CryptoSigningKey implements SigningKey {
  readonly publicKey: PublicKey
  #key: CryptoKey | undefined

  constructor(publicKey: PublicKey, key: CryptoKey) {
    this.publicKey = publicKey
    this.#key = key
  }

  /** The CryptoKey, which a database can store. */
  get handle(): CryptoKey {
    if (this.#key === undefined) throw new TypeError(ERASED)
    return this.#key
  }

  async sign(payload: string): Promise<string> {
    return encodeStamp({
      publicKey: this.publicKey,
      signature: await signWithCryptoKey(this.handle, encodeUtf8(payload))
    })
  }

  forget(): void {
    this.#key = undefined
  }
}

const generateCryptoKey = async (): Promise<CryptoSigningKey> => {
  const { privateKey, publicKey } = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, [
    "sign"
  ])
  const point = new Uint8Array(await crypto.subtle.exportKey("raw", publicKey))
  return new CryptoSigningKey(fromPointBytes(point), privateKey)
}

/** Runs one request in its own IndexedDB transaction. Resolves after the transaction has completed. */
const inDatabase = async <T>(
  mode: IDBTransactionMode,
  makeRequest: (sessions: IDBObjectStore) => IDBRequest<T>
): Promise<T> => {
  const database = await opened()
  try {
    const transaction = database.transaction(SESSIONS, mode)
    const request = makeRequest(transaction.objectStore(SESSIONS))
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    return request.result
  } finally {
    database.close()
  }
}

const opened = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open("countersign", 1)
    request.onupgradeneeded = () => request.result.createObjectStore(SESSIONS, { keyPath: "session.id" })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const SESSIONS = "sessions"

/** Imports a 32-byte private key as a non-extractable key. Throws `SCALAR_INVALID`. */
const importCryptoKey = async (privateKey: Uint8Array): Promise<CryptoSigningKey> => {
  const publicKey = await publicKeyOfAsync(privateKey)
  return new CryptoSigningKey(publicKey, await importPrivateKey("ECDSA", privateKey, publicKey))
}

/** Non-extractable keys in IndexedDB. They survive a reload. No script can read them, but a script can sign. */
const browserKeyStore = (clock: ServerClock): KeyStore => ({
  create: generateCryptoKey,
  importKey: importCryptoKey,
  save: async ({ signer, ...session }) => {
    await dropThoseOver(clock.now())
    if (!(signer instanceof CryptoSigningKey)) throw new TypeError("The key was not created by this store")
    const stored: StoredKey = { session, publicKey: signer.publicKey, key: signer.handle, ahead: clock.ahead() }
    await inDatabase("readwrite", (sessions) => sessions.put(stored))
  },
  recall: async (sessionId) => {
    const found: unknown = await inDatabase("readonly", (sessions) => sessions.get(sessionId))
    // Other scripts of the origin can write to the database too.
    if (!isStoredKey(found)) return undefined
    clock.assume(found.ahead)
    return { ...found.session, signer: new CryptoSigningKey(found.publicKey, found.key) }
  },
  drop
})

/** Deletes expired sessions, which would otherwise leave their keys in the database. */
const dropThoseOver = async (at: number): Promise<void> => {
  const found: readonly unknown[] = await inDatabase("readonly", (sessions) => sessions.getAll())
  const over = found.filter(isStoredKey).filter(({ session }) => hasExpired(session, at))
  for (const { session } of over) await drop(session.id)
}

const drop = async (sessionId: string): Promise<void> => {
  await inDatabase("readwrite", (sessions) => sessions.delete(sessionId))
}

interface StoredKey {
  readonly session: AuthSession
  readonly publicKey: PublicKey
  readonly key: CryptoKey
  /** The difference of the clocks when the session was stored: a page that was loaded again has no answer yet. */
  readonly ahead?: number | undefined
}

const isStoredKey: Guard<StoredKey> = object<StoredKey>({
  session: isAuthSession,
  publicKey: (value): value is PublicKey => typeof value === "string" && isPublicKey(value),
  key: (value) => value instanceof CryptoKey,
  ahead: optional(integer)
})

/**
 * The best store of the platform, chosen at each use, because a module may be loaded before a window exists. A session that a browser
 * does not store, for example in a private window, stays in memory.
 */
export const platformKeyStore: KeyStoreOn = (notify, clock) => {
  const memory = memoryKeyStore()
  const browser = browserKeyStore(clock)
  const unstored = new Map<string, ActiveSession>()
  const forKey = (): KeyStore => {
    const reason = missing()
    if (reason === undefined) return browser
    notify({ kind: "key-in-memory", reason })
    return memory
  }
  const forSession = () => (missing() === undefined ? browser : memory)
  return {
    create: () => forKey().create(),
    importKey: (privateKey) => forKey().importKey(privateKey),
    // The session is already open. A key that a reload loses is better than none.
    save: (session) =>
      forSession()
        .save(session)
        .catch((cause) => {
          unstored.set(session.id, session)
          notify({ kind: "key-in-memory", reason: `IndexedDB rejected it: ${cause}` })
        }),
    recall: async (sessionId) =>
      unstored.get(sessionId) ??
      forSession()
        .recall(sessionId)
        .catch(() => undefined),
    drop: async (sessionId) => {
      unstored.delete(sessionId)
      await forSession()
        .drop(sessionId)
        .catch(() => {})
    }
  }
}

/** Outside a browser both are missing; on a page served over plain http, `crypto.subtle` is missing. */
const missing = (): string | undefined => {
  if (typeof indexedDB === "undefined") return "IndexedDB is not available"
  return hasWebCrypto() ? undefined : "crypto.subtle is not available"
}
