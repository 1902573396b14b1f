import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from "@hpke/core"

import { concatBytes, encodeBase64Url, encodeUtf8 } from "./bytes.ts"
import { refuseAs, WireError } from "./errors.ts"
import { fromPointBytes, type PublicKey, publicKeyOf, uncompressedBytes } from "./points.ts"

/**
 * The `info` of every context: 12 ASCII bytes. It was derived from the published vectors, which open under no other
 * value.
 */
export const HPKE_INFO = "turnkey_hpke"

/**
 * One sealed message. `enc` is the encapsulated key, an uncompressed point of 65 bytes; `ciphertext` ends with the
 * 16-byte tag.
 */
export type Sealed = {
  readonly enc: Uint8Array
  readonly ciphertext: Uint8Array
}

/**
 * Seals bytes to a recipient in HPKE base mode: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM, `info` {@link
 * HPKE_INFO}, `aad` {@link hpkeAad}. One context seals one message, so its sequence number is always zero.
 *
 * `ephemeralPrivateKey` (a scalar of 32 bytes) is only for test vectors. Using one for two messages to the same
 * recipient repeats the nonce under the same key.
 *
 * Throws `SCALAR_INVALID` for that scalar. Source: RFC 9180 section 6.1.
 */
export const seal = async (options: {
  readonly recipient: PublicKey
  readonly plaintext: Uint8Array
  readonly ephemeralPrivateKey?: Uint8Array
}): Promise<Sealed> => {
  const recipient = uncompressedBytes(options.recipient)
  const ephemeral = options.ephemeralPrivateKey
  const ekm = ephemeral && (await importPair(ephemeral, uncompressedBytes(publicKeyOf(ephemeral))))
  const sender = await suite.createSenderContext({
    recipientPublicKey: await suite.kem.deserializePublicKey(recipient),
    info: encodeUtf8(HPKE_INFO),
    ...(ekm === undefined ? {} : { ekm })
  })
  const enc = new Uint8Array(sender.enc)
  return { enc, ciphertext: new Uint8Array(await sender.seal(options.plaintext, hpkeAad(enc, recipient))) }
}

/**
 * Opens a value that {@link seal} sealed to the public key of this private scalar of 32 bytes.
 *
 * Throws `SCALAR_INVALID` for the scalar. Throws `OPEN_FAILED` for a malformed or foreign `enc`, a short or modified
 * ciphertext, and another recipient, without distinguishing them. Source: RFC 9180 section 6.1.
 */
export const open = async (options: {
  readonly recipientPrivateKey: Uint8Array
  readonly sealed: Sealed
}): Promise<Uint8Array> => {
  const { enc, ciphertext } = options.sealed
  const recipient = uncompressedBytes(publicKeyOf(options.recipientPrivateKey))
  const recipientKey = await importPair(options.recipientPrivateKey, recipient)
  requireEncapsulated(enc)
  try {
    const context = await suite.createRecipientContext({ recipientKey, enc, info: encodeUtf8(HPKE_INFO) })
    return new Uint8Array(await context.open(ciphertext, hpkeAad(enc, recipient)))
  } catch {
    throw new WireError("OPEN_FAILED", OPEN_FAILED)
  }
}

/** Returns the `aad` of a message, 130 bytes: the encapsulated point, then the recipient's point, both uncompressed. */
export const hpkeAad = (enc: Uint8Array, recipientUncompressed: Uint8Array): Uint8Array =>
  concatBytes(enc, recipientUncompressed)

const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })

/** RFC 9180 section 7.1.4: the recipient validates the encapsulated point. */
const requireEncapsulated = (enc: Uint8Array): void => {
  if (enc.length !== 65) throw new WireError("OPEN_FAILED", OPEN_FAILED)
  refuseAs("OPEN_FAILED", OPEN_FAILED, () => fromPointBytes(enc))
}

/** Imports a JSON Web Key with the public point, because some runtimes cannot derive it from the private scalar. */
const importPair = async (privateKey: Uint8Array, point: Uint8Array): Promise<CryptoKeyPair> => {
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: encodeBase64Url(point.subarray(1, 33)),
    y: encodeBase64Url(point.subarray(33)),
    d: encodeBase64Url(privateKey),
    key_ops: ["deriveBits"]
  }
  return {
    privateKey: await suite.kem.importKey("jwk", jwk, false),
    publicKey: await suite.kem.deserializePublicKey(point)
  }
}

const OPEN_FAILED = "The sealed value does not open with this key"
