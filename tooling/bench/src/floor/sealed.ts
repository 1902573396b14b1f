import { createCipheriv, createDecipheriv, randomBytes, sign } from "node:crypto"
import { createBase58check } from "@scure/base"
import { seal } from "../native/hpke.ts"
import { compressed, expanded, type Point, pairOf, sha256, sha256Hex } from "../native/native.ts"
import { SESSION_LIFETIME } from "../seed/Seed.ts"
import { type Bound, type Floor, freshId, iso, platformId } from "./Floor.ts"
import type { NewReceipt, NewSession, Terms } from "./statements.ts"
import type { Account, Session } from "./Tables.ts"

/** Creates a session whose private key is sealed to the client. The private key is returned once and not stored. */
export const sealedSession = (clientPublicKey: string, at: number) => {
  const pair = pairOf()
  const { ciphertext, enc } = seal(expanded(clientPublicKey), pair.scalar)
  const sealedKey = base58check.encode(Buffer.concat([Buffer.from(compressed(enc.toString("hex")), "hex"), ciphertext]))
  return { sealedKey, session: sessionOf(pair.compressed, pair.point, at) }
}

const base58check = createBase58check(sha256)

export const sessionOf = (key: string, { x, y }: Point, at: number): NewSession => {
  return [freshId("Session"), key, x, y, at, at + SESSION_LIFETIME]
}

/** AES-256-GCM with the vault key: nonce, ciphertext, tag. */
export const sealedAtRest = (key: Buffer, plaintext: Uint8Array): string => {
  const nonce = randomBytes(12)
  const cipher = createCipheriv("aes-256-gcm", key, nonce)
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]).toString("base64url")
}

export const openedAtRest = (key: Buffer, sealed: string): Buffer => {
  const bytes = Buffer.from(sealed, "base64url")
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12), { authTagLength: 16 })
  decipher.setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()])
}

/** The receipt of an authorisation: what was signed and what it opened, linked to the last one and signed. */
export const receiptOf = (
  { serviceKey }: Floor,
  { hash: previous, sequence, ...terms }: Bound & Pick<Terms, "hash" | "sequence">,
  { payload, proof, sessionId }: { readonly payload: string; readonly proof: object; readonly sessionId: string }
): NewReceipt => {
  const signed = { ...terms, previous, sequence: sequence + 1, payloadSha256: sha256Hex(payload), proof, sessionId }
  const body = JSON.stringify({ version: 1, method: "POST", mode: "production", platformId, ...signed })
  const bytes = Buffer.from(body)
  return [sequence + 1, sha256(bytes).toString("hex"), body, sign("sha256", bytes, serviceKey).toString("hex")]
}

export const sessionBody = (
  { account, at, id, nickname, type, until }: Pick<Session, "at" | "id" | "until"> & Account,
  encryptedSessionSigningKey?: string
) => ({
  ...{ id, accountId: account, type, nickname },
  ...{ createdAt: iso(at), updatedAt: iso(at), expiresAt: iso(until), encryptedSessionSigningKey }
})
