import { isPublicKey, type PublicKey } from "@countersign/wire"
import { type AuthSession, isAuthSession } from "../answers/AuthSession.ts"
import { type Guard, object } from "../answers/guard.ts"
import { CryptoSigningKey, generateCryptoKey } from "./CryptoSigningKey.ts"
import { inDatabase } from "./database.ts"
import { importCryptoKey } from "./importCryptoKey.ts"
import { isOver } from "./isOver.ts"
import type { KeyStore } from "./KeyStore.ts"

/** Non-extractable keys in IndexedDB: a reload keeps them, and no script can read one out. It can still sign with one. */
export const browserKeyStore = (): KeyStore => ({
  create: generateCryptoKey,
  hold: importCryptoKey,
  keep: async ({ signer, ...session }) => {
    await dropThoseOver()
    if (!(signer instanceof CryptoSigningKey)) throw new TypeError("The key is not one of this store")
    const kept: Kept = { session, publicKey: signer.publicKey, key: signer.handle }
    await inDatabase("readwrite", (sessions) => sessions.put(kept))
  },
  recall: async (sessionId) => {
    const found: unknown = await inDatabase("readonly", (sessions) => sessions.get(sessionId))
    // Other scripts of the origin can write there too.
    if (!isKept(found)) return undefined
    return { ...found.session, signer: new CryptoSigningKey(found.publicKey, found.key) }
  },
  drop
})

/** Sessions that ended without a logout would leave their keys behind. */
const dropThoseOver = async (): Promise<void> => {
  const found: readonly unknown[] = await inDatabase("readonly", (sessions) => sessions.getAll())
  const over = found.filter(isKept).filter(({ session }) => isOver(session))
  for (const { session } of over) await drop(session.id)
}

const drop = async (sessionId: string): Promise<void> => {
  await inDatabase("readwrite", (sessions) => sessions.delete(sessionId))
}

interface Kept {
  readonly session: AuthSession
  readonly publicKey: PublicKey
  readonly key: CryptoKey
}

const isKept: Guard<Kept> = object<Kept>({
  session: isAuthSession,
  publicKey: (value): value is PublicKey => typeof value === "string" && isPublicKey(value),
  key: (value) => value instanceof CryptoKey
})
