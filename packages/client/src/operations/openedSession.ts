import { openSessionSigningKey } from "@countersign/wire"
import { type AuthSession, isAuthSession } from "../answers/AuthSession.ts"
import { readAs } from "../answers/readAnswer.ts"
import type { Answer } from "../connection.ts"
import { UnexpectedAnswerError } from "../errors/UnexpectedAnswerError.ts"
import { generateKeyPair, type KeyPair } from "../keyPair.ts"
import type { KeyStore } from "../keys/KeyStore.ts"
import type { SigningKey } from "../keys/SigningKey.ts"
import { requireWebCrypto } from "../requireWebCrypto.ts"
import type { ActiveSession } from "../signer.ts"

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
