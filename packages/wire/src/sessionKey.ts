import { base58 } from "@scure/base"
import { concatBytes, decodeHex, equalBytes } from "./bytes.ts"
import { sha256 } from "./digests.ts"
import { refuseAs, WireError } from "./errors.ts"
import { open, type Sealed, seal } from "./hpke.ts"
import { compressedBytes, fromPointBytes, type PublicKey, requireScalar, uncompressedBytes } from "./points.ts"
import { sha256Async } from "./webCrypto.ts"

/**
 * Encodes a sealed session signing key, about 115 characters: base58check, without a version byte, of the 33-byte
 * compressed `enc` and the 48-byte ciphertext.
 *
 * Throws `BUNDLE_MALFORMED` when `enc` is not a point or the ciphertext is not 48 bytes.
 */
export const encodeSessionSigningKey = (sealed: Sealed): string => {
  if (sealed.ciphertext.length !== CIPHERTEXT_BYTES) throw malformed()
  const enc = compressedBytes(refuseAs("BUNDLE_MALFORMED", MALFORMED, () => fromPointBytes(sealed.enc)))
  const payload = concatBytes(enc, sealed.ciphertext)
  return base58.encode(concatBytes(payload, checksumOf(payload)))
}

/**
 * Decodes a sealed session signing key, with its `enc` expanded to 65 bytes.
 *
 * Refuses text over 512 characters first, because base58 decoding has quadratic cost. Throws `BUNDLE_MALFORMED`.
 */
export const decodeSessionSigningKey = (text: string): Sealed => {
  const { checksum, payload } = split(text)
  return checked(payload, equalBytes(checksum, checksumOf(payload)))
}

/**
 * Seals a session's private scalar of 32 bytes to the client's key and returns the text of the bundle.
 *
 * Throws `SCALAR_INVALID`. `ephemeralPrivateKey` is only for test vectors; see `seal`.
 */
export const sealSessionSigningKey = async (options: {
  readonly privateKey: Uint8Array
  readonly recipient: PublicKey
  readonly ephemeralPrivateKey?: Uint8Array
}): Promise<string> => {
  const { privateKey, ...rest } = options
  requireScalar(privateKey)
  return encodeSessionSigningKey(await seal({ ...rest, plaintext: privateKey }))
}

/**
 * Returns the session's private scalar, 32 bytes, from the text of its bundle.
 *
 * Throws `BUNDLE_MALFORMED` for the text, `SCALAR_INVALID` for the recipient's key, and `OPEN_FAILED` when the bundle
 * cannot be decrypted or does not contain a scalar.
 */
export const openSessionSigningKey = async (text: string, recipientPrivateKey: Uint8Array): Promise<Uint8Array> => {
  const { checksum, payload } = split(text)
  const expected = (await sha256Async(await sha256Async(payload))).subarray(0, CHECKSUM_BYTES)
  const sealed = checked(payload, equalBytes(checksum, expected))
  const scalar = await open({ recipientPrivateKey, sealed })
  refuseAs("OPEN_FAILED", "The sealed value is not a private key", () => requireScalar(scalar))
  return scalar
}

const split = (text: string) => {
  if (text.length > 512) throw malformed()
  const bytes = refuseAs("BUNDLE_MALFORMED", MALFORMED, () => decodeBase58(text))
  if (bytes.length !== ENC_BYTES + CIPHERTEXT_BYTES + CHECKSUM_BYTES) throw malformed()
  return { payload: bytes.subarray(0, -CHECKSUM_BYTES), checksum: bytes.subarray(-CHECKSUM_BYTES) }
}

const checked = (payload: Uint8Array, isIntact: boolean): Sealed => {
  if (!isIntact) throw malformed()
  const enc = refuseAs("BUNDLE_MALFORMED", MALFORMED, () =>
    uncompressedBytes(fromPointBytes(payload.subarray(0, ENC_BYTES)))
  )
  return { enc, ciphertext: payload.slice(ENC_BYTES) }
}

/**
 * Decodes base58 with the alphabet of Bitcoin. The client needs nothing else of the library that encodes, which is 1.1 kB. The
 * caller bounds the length, because the cost is quadratic.
 */
const decodeBase58 = (text: string): Uint8Array => {
  let value = 0n
  for (const symbol of text) {
    const digit = BASE58.indexOf(symbol)
    if (digit < 0) throw malformed()
    value = value * 58n + BigInt(digit)
  }
  const hex = value === 0n ? "" : value.toString(16)
  // Each leading "1", the digit zero, is a byte of its own.
  const zeros = text.length - text.replace(/^1+/u, "").length
  return concatBytes(new Uint8Array(zeros), decodeHex(hex.padStart(hex.length + (hex.length % 2), "0")))
}

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

/** The checksum of base58check: the first four bytes of a SHA-256 of a SHA-256. */
const checksumOf = (payload: Uint8Array): Uint8Array => sha256(sha256(payload)).subarray(0, CHECKSUM_BYTES)

const ENC_BYTES = 33
const CIPHERTEXT_BYTES = 48
const CHECKSUM_BYTES = 4
const MALFORMED = "A session key bundle is base58check of a compressed point and 48 bytes"
const malformed = (): WireError => new WireError("BUNDLE_MALFORMED", MALFORMED)
