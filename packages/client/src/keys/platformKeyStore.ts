import { hasWebCrypto } from "../requireWebCrypto.ts"
import { browserKeyStore } from "./browserKeyStore.ts"
import type { KeyStore } from "./KeyStore.ts"
import { memoryKeyStore } from "./memoryKeyStore.ts"

/** Something that works, but not as well as it should. */
export interface Notice {
  /** The key of a session is held in memory only: a reload loses it, and in a browser a script may read it. */
  readonly kind: "key-in-memory"
  readonly reason: string
}

/** The best the platform has, looked up at each use: a module may be loaded long before there is a window. */
export const platformKeyStore = (tell: (notice: Notice) => void): KeyStore => {
  const memory = memoryKeyStore()
  const browser = browserKeyStore()
  const forKey = (): KeyStore => {
    const reason = missing()
    if (reason === undefined) return browser
    tell({ kind: "key-in-memory", reason })
    return memory
  }
  const forSession = () => (missing() === undefined ? browser : memory)
  return {
    create: () => forKey().create(),
    hold: (privateKey) => forKey().hold(privateKey),
    // A session is open by now. It is worth more with a key that a reload loses than with none.
    keep: (session) =>
      forSession()
        .keep(session)
        .catch((cause) => tell({ kind: "key-in-memory", reason: `IndexedDB refused it: ${cause}` })),
    recall: (sessionId) => forSession().recall(sessionId),
    drop: (sessionId) => forSession().drop(sessionId)
  }
}

/** Both are absent where the platform is no browser, and the second where the page came over plain http. */
const missing = (): string | undefined => {
  if (typeof indexedDB === "undefined") return "there is no IndexedDB here"
  return hasWebCrypto() ? undefined : "there is no crypto.subtle here"
}
