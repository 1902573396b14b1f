import { createBase58check } from "@scure/base"
import { seal } from "../native/hpke.ts"
import { compressed, expanded, pairOf, sha256 } from "../native/native.ts"
import { SESSION_LIFETIME } from "../seed/Seed.ts"
import type { AccountRow, NewSession } from "./FloorStore.ts"
import { freshId, iso } from "./Operation.ts"

/** Creates a session whose private key is sealed to the client. The private key is returned once and not stored. */
export const sealedSession = (clientPublicKey: string, at: number) => {
  const pair = pairOf()
  const { ciphertext, enc } = seal(expanded(clientPublicKey), pair.scalar)
  const encryptedSessionSigningKey = base58check.encode(
    Buffer.concat([Buffer.from(compressed(enc.toString("hex")), "hex"), ciphertext])
  )
  return { encryptedSessionSigningKey, session: sessionOf(pair.compressed, pair.point, at) }
}

export const sessionOf = (publicKey: string, point: NewSession["point"], at: number): NewSession => ({
  id: freshId("Session"),
  publicKey,
  point,
  at,
  expiresAt: at + SESSION_LIFETIME
})

/** The response body of a session. */
export const sessionBody = (
  { accountId, nickname, type }: AccountRow,
  { at, expiresAt, id }: Pick<NewSession, "at" | "expiresAt" | "id">,
  encryptedSessionSigningKey?: string
) => ({
  id,
  accountId,
  type,
  nickname,
  createdAt: iso(at),
  updatedAt: iso(at),
  expiresAt: iso(expiresAt),
  encryptedSessionSigningKey
})

const base58check = createBase58check(sha256)
