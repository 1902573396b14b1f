import { p256 } from "@noble/curves/nist.js"
import { isDerSignature } from "./der.ts"
import { compressedBytes, type PublicKey, requireScalar } from "./points.ts"

/** Signs bytes as ECDSA over P-256 with one SHA-256, and answers the DER signature. May live in another process. */
export type DerSigner = (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>

/**
 * ECDSA over P-256 with one SHA-256 of `message`, deterministic; DER, at most 72 bytes, S in the lower half.
 *
 * Verifiers disagree about the upper half: some refuse it, none refuses the lower.
 * Throws `SCALAR_INVALID` unless `privateKey` is a scalar of 32 bytes. Source: FIPS 186-5 section 6.4, RFC 6979.
 */
export const signP256 = (message: Uint8Array, privateKey: Uint8Array): Uint8Array => {
  requireScalar(privateKey)
  return p256.sign(message, privateKey, { prehash: true, lowS: true, format: "der" })
}

/**
 * Whether a DER signature over one SHA-256 of `message` verifies under `publicKey`. Either half of S is accepted, since
 * common signers do not normalise it; so a signature is no identity, and must not serve as a replay key.
 *
 * A signature that is not strict DER is `false`. Throws nothing. Source: FIPS 186-5 section 6.4.2.
 */
export const verifyP256 = (message: Uint8Array, signatureDer: Uint8Array, publicKey: PublicKey): boolean =>
  isDerSignature(signatureDer) &&
  p256.verify(signatureDer, message, compressedBytes(publicKey), { prehash: true, lowS: false, format: "der" })

/**
 * The same for a message of which only the SHA-256 is known, 32 bytes. Whoever gives a digest says that it is one.
 *
 * A signature that is not strict DER is `false`. Throws nothing. Source: FIPS 186-5 section 6.4.2.
 */
export const verifyP256Digest = (digest: Uint8Array, signatureDer: Uint8Array, publicKey: PublicKey): boolean =>
  digest.length === 32 &&
  isDerSignature(signatureDer) &&
  p256.verify(signatureDer, digest, compressedBytes(publicKey), { prehash: false, lowS: false, format: "der" })
