import { p256 } from "@noble/curves/nist.js"

// The steps of P-256 and SHA-256 in JavaScript, for the synchronous functions and for platforms without WebCrypto. Imports
// no other file of the package: `webCrypto.ts` loads this one on demand, and a bundler would move files that both chunks
// share, and this one with them, into the first chunk.
export { sha256 } from "@noble/hashes/sha2.js"

/** The uncompressed point of a valid scalar, 65 bytes. */
export const pointOf = (privateKey: Uint8Array): Uint8Array => p256.getPublicKey(privateKey, false)

/** A new scalar. Throws where `crypto.getRandomValues` is missing. */
export const newScalar = (): Uint8Array => p256.utils.randomSecretKey()

/** The x of the product of a scalar and a point, 32 bytes: their ECDH. Throws for bytes that are not a point. */
export const product = (privateKey: Uint8Array, point: Uint8Array): Uint8Array =>
  p256.getSharedSecret(privateKey, point).subarray(1)

/** Signs the SHA-256 of a message; DER, S in the lower half. */
export const sign = (message: Uint8Array, privateKey: Uint8Array): Uint8Array =>
  p256.sign(message, privateKey, { prehash: true, lowS: true, format: "der" })

/** Verifies a strict DER signature under a compressed point, in either half of S. */
export const verify = (
  message: Uint8Array,
  signatureDer: Uint8Array,
  point: Uint8Array,
  { prehash }: { readonly prehash: boolean }
): boolean => p256.verify(signatureDer, message, point, { prehash, lowS: false, format: "der" })
