import { createCipheriv, createDecipheriv, createECDH, createHmac, type ECDH } from "node:crypto"

/** One sealed message: an uncompressed point, and a ciphertext that ends with its tag. */
export type Sealed = Readonly<Record<"ciphertext" | "enc", Buffer>>

/** RFC 9180 section 6.1, base mode: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM. */
export const seal = (recipient: Buffer, plaintext: Uint8Array): Sealed => {
  const ephemeral = createECDH("prime256v1")
  const enc = ephemeral.generateKeys()
  const { key, nonce } = keys(ephemeral, recipient, enc, recipient)
  const cipher = createCipheriv("aes-256-gcm", key, nonce)
  cipher.setAAD(Buffer.concat([enc, recipient]))
  return { enc, ciphertext: Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]) }
}

/** Decrypts a message that was sealed to the key pair of this scalar. Throws if that fails. */
export const open = (scalar: Uint8Array, { ciphertext, enc }: Sealed): Buffer => {
  const pair = createECDH("prime256v1")
  pair.setPrivateKey(scalar)
  const own = pair.getPublicKey()
  const { key, nonce } = keys(pair, enc, enc, own)
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: 16 })
  decipher.setAAD(Buffer.concat([enc, own]))
  decipher.setAuthTag(ciphertext.subarray(-16))
  return Buffer.concat([decipher.update(ciphertext.subarray(0, -16)), decipher.final()])
}

/** RFC 9180 sections 4.1 and 5.1: the key and the nonce for the single message of a context. */
const keys = (own: ECDH, other: Buffer, enc: Buffer, recipient: Buffer) => {
  const prk = extract(KEM, EMPTY, "eae_prk", own.computeSecret(other))
  const shared = expand(KEM, prk, "shared_secret", Buffer.concat([enc, recipient]), 32)
  const secret = extract(SUITE, shared, "secret", EMPTY)
  return {
    key: expand(SUITE, secret, "key", CONTEXT, 32),
    nonce: expand(SUITE, secret, "base_nonce", CONTEXT, 12)
  }
}

const hmac = (key: Uint8Array, ...parts: ReadonlyArray<Uint8Array>) =>
  createHmac("sha256", key).update(Buffer.concat(parts)).digest()

const extract = (suite: Buffer, salt: Uint8Array, label: string, ikm: Uint8Array) =>
  hmac(salt, VERSION, suite, Buffer.from(label), ikm)

const expand = (suite: Buffer, prk: Uint8Array, label: string, info: Uint8Array, length: number) =>
  hmac(prk, Buffer.of(0, length), VERSION, suite, Buffer.from(label), info, Buffer.of(1)).subarray(0, length)

const EMPTY = Buffer.alloc(0)
const VERSION = Buffer.from("HPKE-v1")
const KEM = Buffer.concat([Buffer.from("KEM"), Buffer.of(0x00, 0x10)])
const SUITE = Buffer.concat([Buffer.from("HPKE"), Buffer.of(0x00, 0x10, 0x00, 0x01, 0x00, 0x02)])
const CONTEXT = Buffer.concat([
  Buffer.of(0),
  extract(SUITE, EMPTY, "psk_id_hash", EMPTY),
  extract(SUITE, EMPTY, "info_hash", Buffer.from("turnkey_hpke"))
])
