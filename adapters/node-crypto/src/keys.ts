import { createPrivateKey, createPublicKey, ECDH, type JsonWebKey, type KeyObject } from "node:crypto"
import { decodeHex, encodeBase64Url, type PublicKey, publicKeyOf } from "@countersign/wire"

/** The curve by OpenSSL's name. */
export const CURVE = "prime256v1"

/**
 * A key in the form Node verifies with. By way of coordinates, because measured: a JSON Web Key takes 70 microseconds,
 * the DER of the compressed point 115, and nearly all of that is OpenSSL's DER reader.
 */
export const importPublicKey = (key: PublicKey): KeyObject => createPublicKey({ key: coordinates(key), format: "jwk" })

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

/** The 65 bytes of the uncompressed point, computed natively. Source: SEC 1 section 2.3.3. */
export const uncompressed = (key: PublicKey): Uint8Array =>
  decodeHex(String(ECDH.convertKey(key, CURVE, "hex", "hex", "uncompressed")))

// RFC 7518 section 6.2.1: each coordinate is the full 32 bytes, leading zeros kept.
const coordinates = (key: PublicKey): JsonWebKey => {
  const point = uncompressed(key)
  return {
    kty: "EC",
    crv: "P-256",
    x: encodeBase64Url(point.subarray(1, 33)),
    y: encodeBase64Url(point.subarray(33))
  }
}

/** Whether a key of 32 bytes is a pattern: of random ones 30 are different on the average, and fewer than 16 in no lifetime. */
export const isGuessable = (key: Uint8Array): boolean => new Set(key).size < 16
