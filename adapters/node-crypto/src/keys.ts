import { createECDH, createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from "node:crypto"
import {
  encodeBase64Url,
  fromComputedPoint,
  type PublicKey,
  recent,
  requireScalar,
  uncompressedBytes
} from "@countersign/wire"

/** OpenSSL's name of the curve. */
export const CURVE = "prime256v1"

/**
 * A public key in the form Node verifies with. The import takes longer than a verification, so recently used keys are
 * cached; private keys are not. Imported from coordinates as a JSON Web Key in 90 microseconds; importing the DER of a
 * point takes 150 or more, nearly all of it in OpenSSL's DER reader.
 */
export const importPublicKey = (key: PublicKey): KeyObject => {
  const found = imported.get(key)
  if (found !== undefined) return found
  const made = createPublicKey({ key: coordinates(key), format: "jwk" })
  imported.set(key, made)
  return made
}

/**
 * The public key of a private scalar, equal to the one of the wire package, which first computes a table that takes
 * longer than the rest of the process start.
 * Throws a `WireError` (`SCALAR_INVALID`) unless it is 32 bytes, above zero and below the order of the curve.
 */
export const publicKeyOf = (privateKey: Uint8Array): PublicKey => {
  // Node reads a shorter scalar as a smaller number.
  requireScalar(privateKey)
  const pair = createECDH(CURVE)
  pair.setPrivateKey(privateKey)
  return fromComputedPoint(pair.getPublicKey())
}

/**
 * A private scalar in the form Node signs with.
 *
 * Throws a `WireError` (`SCALAR_INVALID`) unless it is 32 bytes, above zero and below the order of the curve.
 */
export const importPrivateKey = (privateKey: Uint8Array): KeyObject =>
  createPrivateKey({
    key: { ...coordinates(publicKeyOf(privateKey)), d: encodeBase64Url(privateKey) },
    format: "jwk"
  })

// RFC 7518 section 6.2.1: each coordinate has the full 32 bytes, including leading zeros.
const coordinates = (key: PublicKey): JsonWebKey => {
  const point = uncompressedBytes(key)
  return { kty: "EC", crv: "P-256", x: encodeBase64Url(point.subarray(1, 33)), y: encodeBase64Url(point.subarray(33)) }
}

/** Whether a 32-byte key looks like a pattern. Random ones have 30 distinct bytes on average, and never below 16. */
export const isGuessable = (key: Uint8Array): boolean => new Set(key).size < 16

/** Each key uses about 2 KB of OpenSSL memory, so the cache uses at most about 16 MB. */
const imported = recent<KeyObject>(4096)
