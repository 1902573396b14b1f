import { decodeHex, publicKeyOf, uncompressedBytes } from "@countersign/wire"
import { CryptoSigningKey, P256 } from "./CryptoSigningKey.ts"

/**
 * A private scalar of 32 bytes as a key that nobody can read out again. Throws `SCALAR_INVALID`.
 *
 * By way of PKCS #8 (RFC 5958, RFC 5915), with the point in it, since some platforms want it there: a JSON Web Key would
 * leave the scalar in a string, and strings cannot be overwritten.
 */
export const importCryptoKey = async (privateKey: Uint8Array): Promise<CryptoSigningKey> => {
  const publicKey = publicKeyOf(privateKey)
  const encoded = Uint8Array.of(...BEFORE_SCALAR, ...privateKey, ...BEFORE_POINT, ...uncompressedBytes(publicKey))
  try {
    return new CryptoSigningKey(publicKey, await crypto.subtle.importKey("pkcs8", encoded, P256, false, ["sign"]))
  } finally {
    encoded.fill(0)
  }
}

const BEFORE_SCALAR = decodeHex("308187020100301306072a8648ce3d020106082a8648ce3d030107046d306b0201010420")
const BEFORE_POINT = decodeHex("a144034200")
