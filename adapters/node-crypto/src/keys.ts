import { createECDH, createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from "node:crypto"
import {
  encodeBase64Url,
  fromComputedPoint,
  type PublicKey,
  recent,
  uncompressedBytes,
  WireError
} from "@countersign/wire"

/** The curve by OpenSSL's name. */
export const CURVE = "prime256v1"

/**
 * A key in the form Node verifies with. To make it takes longer than to verify, so the last ones are remembered: public
 * keys, and nothing that is secret. From coordinates, because measured: a JSON Web Key takes 90 microseconds, the DER of a
 * point 150 or more, and nearly all of that is OpenSSL's DER reader.
 */
export const importPublicKey = (key: PublicKey): KeyObject => {
  const found = imported.get(key)
  if (found !== undefined) return found
  const made = createPublicKey({ key: coordinates(key), format: "jwk" })
  imported.set(key, made)
  return made
}

/**
 * The public key of a private scalar, as the wire package's own computes it. That one first makes a table that takes a
 * process longer than all the rest of its start.
 *
 * Throws a `WireError` (`SCALAR_INVALID`) unless it is 32 bytes, above zero and below the order of the curve.
 */
export const publicKeyOf = (privateKey: Uint8Array): PublicKey => {
  const pair = createECDH(CURVE)
  try {
    // Node takes a shorter scalar for a smaller number.
    if (privateKey.length !== 32) throw new RangeError("a scalar is 32 bytes")
    pair.setPrivateKey(privateKey)
  } catch {
    throw new WireError("SCALAR_INVALID", "A private key is 32 bytes, above zero and below the order of P-256")
  }
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

// RFC 7518 section 6.2.1: each coordinate is the full 32 bytes, leading zeros kept.
const coordinates = (key: PublicKey): JsonWebKey => {
  const point = uncompressedBytes(key)
  return {
    kty: "EC",
    crv: "P-256",
    x: encodeBase64Url(point.subarray(1, 33)),
    y: encodeBase64Url(point.subarray(33))
  }
}

/** Whether a key of 32 bytes is a pattern: of random ones 30 are different on the average, and fewer than 16 in no lifetime. */
export const isGuessable = (key: Uint8Array): boolean => new Set(key).size < 16

/** Each takes some two kilobytes of OpenSSL's: at most some sixteen megabytes. */
const imported = recent<KeyObject>(4096)

/** A key or token of the host's configuration that cannot be used. The message says what to do and shows no secret. */
export class ConfigurationRefused extends Error {
  override readonly name = "ConfigurationRefused"
}
