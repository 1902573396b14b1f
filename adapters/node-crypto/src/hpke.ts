import { createCipheriv, createDecipheriv, createECDH, type ECDH } from "node:crypto"
import { SealBroken, Seals } from "@countersign/core"
import { Effect, Layer } from "@countersign/core/effect"
import {
  fromComputedPoint,
  HPKE_INFO,
  hpkeAad,
  type PublicKey,
  type Sealed,
  uncompressedBytes
} from "@countersign/wire"
import { CURVE } from "./keys.ts"
import { nodeSecrets, nodeSignatures } from "./nodeSignatures.ts"
import { labeled } from "./purposeKeys.ts"

/** A new key pair, as returned by Node's ECDH. */
export const freshPair = (): ECDH => {
  const pair = createECDH(CURVE)
  pair.generateKeys()
  return pair
}

/** The key pair of a private scalar. Throws unless the scalar is above zero and below the order of the curve. */
export const pairOf = (privateKey: Uint8Array): ECDH => {
  const pair = createECDH(CURVE)
  pair.setPrivateKey(privateKey)
  return pair
}

/**
 * Seals with the HPKE suite of the wire package: base mode, DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM.
 * Source: RFC 9180 section 6.1. An ephemeral key pair that is used twice repeats the nonce: pass one for test vectors
 * only.
 */
export const seal = (recipient: PublicKey, plaintext: Uint8Array, ephemeral: ECDH = freshPair()): Sealed => {
  const recipientPoint = uncompressedBytes(recipient)
  const enc = new Uint8Array(ephemeral.getPublicKey())
  // RFC 9180 section 4.1, Encap: dh = DH(skE, pkR).
  const { key, nonce } = keySchedule(ephemeral.computeSecret(recipientPoint), enc, recipientPoint)
  const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG })
  cipher.setAAD(hpkeAad(enc, recipientPoint))
  // RFC 9180 section 5.2: the authentication tag is at the end of the ciphertext.
  const parts = [cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]
  return { enc, ciphertext: new Uint8Array(Buffer.concat(parts)) }
}

/** Opens a ciphertext that {@link seal} sealed to the pair's public key. Throws without a reason when that fails. */
export const open = (recipient: ECDH, { ciphertext, enc }: Sealed): Uint8Array => {
  // RFC 9180 section 7.1.1: the 65 bytes of an uncompressed point. OpenSSL also accepts other forms.
  if (enc.length !== 65 || enc[0] !== 4 || ciphertext.length < TAG) throw new Error("hpke: malformed")
  const recipientPoint = recipient.getPublicKey()
  // RFC 9180 section 4.1, Decap: dh = DH(skR, pkE). Section 7.1.4: OpenSSL checks that pkE is on the curve; the order of
  // this curve is prime, so no product is the point at infinity.
  const { key, nonce } = keySchedule(recipient.computeSecret(enc), enc, recipientPoint)
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG })
  decipher.setAAD(hpkeAad(enc, recipientPoint))
  decipher.setAuthTag(ciphertext.subarray(-TAG))
  return new Uint8Array(Buffer.concat([decipher.update(ciphertext.subarray(0, -TAG)), decipher.final()]))
}

const keySchedule = (dh: Uint8Array, enc: Uint8Array, recipientPoint: Uint8Array) => {
  // RFC 9180 section 4.1: ExtractAndExpand, over kem_context = enc || pkRm.
  const prk = kem.extract(EMPTY, "eae_prk", dh)
  const sharedSecret = kem.expand(prk, "shared_secret", Buffer.concat([enc, recipientPoint]), 32)
  // RFC 9180 section 5.1: KeySchedule in base mode, whose psk is empty.
  const secret = suite.extract(sharedSecret, "secret", EMPTY)
  return {
    key: suite.expand(secret, "key", CONTEXT, 32),
    // RFC 9180 section 5.2: one message a context, so its sequence number is 0 and its nonce the base nonce.
    nonce: suite.expand(secret, "base_nonce", CONTEXT, 12)
  }
}

const EMPTY = new Uint8Array(0)
const TAG = 16

// RFC 9180 section 4.1: "KEM" and the number of DHKEM(P-256, HKDF-SHA256).
const kem = labeled(Buffer.from([...Buffer.from("KEM"), 0x00, 0x10]))

// RFC 9180 section 5.1: "HPKE" and the numbers of that KEM, HKDF-SHA256 and AES-256-GCM.
const suite = labeled(Buffer.from([...Buffer.from("HPKE"), 0x00, 0x10, 0x00, 0x01, 0x00, 0x02]))

// RFC 9180 section 5.1: key_schedule_context = mode_base || psk_id_hash || info_hash. The same for every message here.
const CONTEXT = Buffer.concat([
  Uint8Array.of(0),
  suite.extract(EMPTY, "psk_id_hash", EMPTY),
  suite.extract(EMPTY, "info_hash", Buffer.from(HPKE_INFO))
])

/** Seals and opens natively, byte for byte like the portable implementation. */
export const nodeSeals: Layer.Layer<Seals> = Layer.succeed(
  Seals,
  Seals.of({
    generate: Effect.sync(() => {
      const pair = freshPair()
      return { privateKey: scalarBytes(pair.getPrivateKey()), publicKey: fromComputedPoint(pair.getPublicKey()) }
    }),
    seal: ({ plaintext, recipient }) => Effect.sync(() => seal(recipient, plaintext)),
    open: ({ recipientPrivateKey, sealed }) =>
      Effect.try({ try: () => openWith(recipientPrivateKey, sealed), catch: () => new SealBroken() })
  })
)

/** The cryptographic ports that need no key of the host: signatures, seals and secrets. */
export const nodeCrypto = Layer.mergeAll(nodeSignatures, nodeSeals, nodeSecrets)

/** The 32 bytes of a scalar. Node's ECDH omits leading zeros: one key in 256 has fewer bytes. */
export const scalarBytes = (scalar: Uint8Array): Uint8Array => {
  const bytes = new Uint8Array(32)
  bytes.set(scalar, bytes.length - scalar.length)
  return bytes
}

const openWith = (privateKey: Uint8Array, sealed: Sealed): Uint8Array => {
  // Node reads a shorter scalar as a smaller number; the wire package rejects it.
  if (privateKey.length !== 32) throw new Error("seals: a private key is 32 bytes")
  return open(pairOf(privateKey), sealed)
}
