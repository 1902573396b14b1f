import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from "@hpke/core"
import { concatBytes, encodeUtf8 } from "./bytes.ts"
import { refuseAs, WireError } from "./errors.ts"
import { fromPointBytes, type PublicKey, uncompressedBytes } from "./points.ts"
import { hasWebCrypto, importPrivateKey, publicKeyOfAsync } from "./webCrypto.ts"

/** The `info` of every context: 12 ASCII bytes. The published vectors open under no other value. */
export const HPKE_INFO = "turnkey_hpke"

/** One sealed message. `enc` is the encapsulated key, an uncompressed point; `ciphertext` ends with the 16-byte tag. */
export type Sealed = {
  readonly enc: Uint8Array
  readonly ciphertext: Uint8Array
}

/** An implementation of {@link seal} and {@link open}. */
export interface Hpke {
  readonly seal: (options: {
    readonly recipient: PublicKey
    readonly plaintext: Uint8Array
    readonly ephemeralPrivateKey?: Uint8Array
  }) => Promise<Sealed>
  readonly open: (options: { readonly recipientPrivateKey: Uint8Array; readonly sealed: Sealed }) => Promise<Uint8Array>
}

let replacement: Hpke | undefined

/**
 * Replaces the implementation over WebCrypto, in the whole program, for an engine without WebCrypto. `undefined` restores
 * it.
 */
export const useHpke = (given: Hpke | undefined): void => {
  replacement = given
}

/** Returns whether {@link seal} and {@link open} work here. */
export const canSeal = (): boolean => replacement !== undefined || hasWebCrypto()

/**
 * Seals bytes to a recipient in HPKE base mode: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM, `info` {@link
 * HPKE_INFO}, `aad` {@link hpkeAad}. One context seals one message, so its sequence number is always zero.
 *
 * `ephemeralPrivateKey` (a scalar of 32 bytes) is only for test vectors. Using one for two messages to the same
 * recipient repeats the nonce under the same key.
 *
 * Throws `SCALAR_INVALID` for that scalar. Source: RFC 9180 section 6.1.
 */
export const seal: Hpke["seal"] = async (options) => {
  if (replacement !== undefined) return replacement.seal(options)
  const recipient = uncompressedBytes(options.recipient)
  const ephemeral = options.ephemeralPrivateKey
  const sender = await suite.createSenderContext({
    ...PARAMETERS,
    recipientPublicKey: await importPoint(recipient),
    ...(ephemeral === undefined ? {} : { ekm: await importPair(ephemeral) })
  })
  const enc = new Uint8Array(sender.enc)
  return {
    enc,
    ciphertext: new Uint8Array(await sender.seal(buffer(options.plaintext), buffer(hpkeAad(enc, recipient))))
  }
}

/**
 * Opens a value that {@link seal} sealed to the public key of this private scalar of 32 bytes.
 *
 * Throws `SCALAR_INVALID` for the scalar. Throws `OPEN_FAILED` for a malformed or foreign `enc`, a short or modified
 * ciphertext, and another recipient, without distinguishing them. Source: RFC 9180 section 6.1.
 */
export const open: Hpke["open"] = async (options) => {
  if (replacement !== undefined) return replacement.open(options)
  const { enc, ciphertext } = options.sealed
  const recipientKey = await importPair(options.recipientPrivateKey)
  requireEncapsulated(enc)
  try {
    const aad = hpkeAad(enc, new Uint8Array(await suite.kem.serializePublicKey(recipientKey.publicKey)))
    return new Uint8Array(
      await suite.open({ ...PARAMETERS, recipientKey, enc: buffer(enc) }, buffer(ciphertext), buffer(aad))
    )
  } catch {
    throw new WireError("OPEN_FAILED", OPEN_FAILED)
  }
}

/** Returns the `aad` of a message, 130 bytes: the encapsulated point, then the recipient's point, both uncompressed. */
export const hpkeAad = (enc: Uint8Array, recipientUncompressed: Uint8Array): Uint8Array =>
  concatBytes(enc, recipientUncompressed)

const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })

const importPoint = (point: Uint8Array): Promise<CryptoKey> => suite.kem.deserializePublicKey(buffer(point))

/** RFC 9180 section 7.1.4: the recipient validates the encapsulated point. */
const requireEncapsulated = (enc: Uint8Array): void => {
  if (enc.length !== 65) throw new WireError("OPEN_FAILED", OPEN_FAILED)
  refuseAs("OPEN_FAILED", OPEN_FAILED, () => fromPointBytes(enc))
}

/** Throws `SCALAR_INVALID`. */
const importPair = async (scalar: Uint8Array): Promise<CryptoKeyPair> => {
  const key = await publicKeyOfAsync(scalar)
  const [privateKey, publicKey] = await Promise.all([
    importPrivateKey("ECDH", scalar, key),
    importPoint(uncompressedBytes(key))
  ])
  return { privateKey, publicKey }
}

/** The library takes whole buffers. */
const buffer = (bytes: Uint8Array): ArrayBuffer => bytes.slice().buffer

const PARAMETERS = { info: /* @__PURE__ */ buffer(/* @__PURE__ */ encodeUtf8(HPKE_INFO)) }
export const OPEN_FAILED = "The sealed value does not open with this key"
