import { isDerSignature } from "./der.ts"
import { compressedBytes, fromComputedPoint, type PublicKey, requireScalar } from "./points.ts"
import { pointOf, sign, verify } from "./portable.ts"

/** Signs bytes as ECDSA over P-256 with one SHA-256, and returns the DER signature. It may run in another process. */
export type DerSigner = (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>

/**
 * The public key of a private scalar of 32 bytes, big-endian.
 *
 * Throws `SCALAR_INVALID` on another length, zero, or a value of at least the group order. Source: SEC 1 section 3.2.1.
 */
export const publicKeyOf = (privateKey: Uint8Array): PublicKey => {
  requireScalar(privateKey)
  return fromComputedPoint(pointOf(privateKey))
}

/**
 * Signs `message` as ECDSA over P-256 with one SHA-256, deterministically; DER, at most 72 bytes, S in the lower half.
 *
 * Every verifier accepts the lower half; some reject the upper half. Throws `SCALAR_INVALID` unless `privateKey` is a
 * scalar of 32 bytes. Source: FIPS 186-5 section 6.4, RFC 6979.
 */
export const signP256 = (message: Uint8Array, privateKey: Uint8Array): Uint8Array => {
  requireScalar(privateKey)
  return sign(message, privateKey)
}

/**
 * Returns whether a DER signature over one SHA-256 of `message` verifies under `publicKey`. Accepts either half of S,
 * because common signers do not normalize it; so a signature is not unique and must not be used as a replay key.
 *
 * Returns `false` for a signature that is not strict DER. Throws nothing. Source: FIPS 186-5 section 6.4.2.
 */
export const verifyP256 = (message: Uint8Array, signatureDer: Uint8Array, publicKey: PublicKey): boolean =>
  isDerSignature(signatureDer) && verify(message, signatureDer, compressedBytes(publicKey), { prehash: true })

/**
 * Verifies as {@link verifyP256}, a message of which the caller has the 32-byte SHA-256.
 *
 * Returns `false` for a signature that is not strict DER. Throws nothing. Source: FIPS 186-5 section 6.4.2.
 */
export const verifyP256Digest = (digest: Uint8Array, signatureDer: Uint8Array, publicKey: PublicKey): boolean =>
  digest.length === 32 &&
  isDerSignature(signatureDer) &&
  verify(digest, signatureDer, compressedBytes(publicKey), { prehash: false })
