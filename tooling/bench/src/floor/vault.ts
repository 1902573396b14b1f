import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"

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
