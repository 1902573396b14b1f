import { decodeHex, encodeHex, encodeUtf8 } from "./bytes.ts"
import { derToP1363, isDerSignature, p1363ToDer } from "./der.ts"
import {
  compressedBytes,
  fromComputedPoint,
  fromPointBytes,
  type PublicKey,
  requireScalar,
  uncompressedBytes
} from "./points.ts"

/** Whether the platform has WebCrypto, which the types assume. Browsers give it to https and localhost alone. */
export const hasWebCrypto = (): boolean => typeof crypto !== "undefined" && crypto.subtle !== undefined

/**
 * SHA-256 of bytes, 32 bytes. This function and the next ones return what their synchronous counterparts do, and use
 * WebCrypto. A bundle with them has no elliptic curve library; where the platform lacks a step, they load one on demand.
 */
export const sha256Async = async (bytes: Uint8Array): Promise<Uint8Array> =>
  hasWebCrypto()
    ? new Uint8Array(await crypto.subtle.digest("SHA-256", bytes.slice()))
    : (await portable()).sha256(bytes)

/** SHA-256 of the UTF-8 bytes of text, in lower-case hex. Throws `UTF8_MALFORMED` on a lone surrogate. */
export const sha256HexAsync = async (text: string): Promise<string> => encodeHex(await sha256Async(encodeUtf8(text)))

/** The public key of a private scalar of 32 bytes, big-endian. Throws `SCALAR_INVALID`. */
export const publicKeyOfAsync = async (privateKey: Uint8Array): Promise<PublicKey> => {
  requireScalar(privateKey)
  return (await derivedKey(privateKey)) ?? fromComputedPoint((await portable()).pointOf(privateKey))
}

/**
 * Signs `message` as ECDSA over P-256 with one SHA-256, and returns DER of at most 72 bytes. WebCrypto signs with a random
 * nonce and leaves S in either half. `publicKey` is the key of the scalar. Throws `SCALAR_INVALID`.
 */
export const signP256Async = async (
  message: Uint8Array,
  { privateKey, publicKey }: { readonly privateKey: Uint8Array; readonly publicKey: PublicKey }
): Promise<Uint8Array> => {
  requireScalar(privateKey)
  if (!hasWebCrypto()) return (await portable()).sign(message, privateKey)
  return signWithCryptoKey(await importPrivateKey("ECDSA", privateKey, publicKey), message)
}

/** Signs as {@link signP256Async} does, with a CryptoKey for ECDSA. */
export const signWithCryptoKey = async (key: CryptoKey, message: Uint8Array): Promise<Uint8Array> =>
  p1363ToDer(new Uint8Array(await crypto.subtle.sign(ECDSA_SHA256, key, message.slice())))

/** Verifies as `verifyP256` does, in either half of S. Returns `false` for a signature that is not strict DER. */
export const verifyP256Async = async (
  message: Uint8Array,
  signatureDer: Uint8Array,
  publicKey: PublicKey
): Promise<boolean> => {
  if (!isDerSignature(signatureDer)) return false
  if (!hasWebCrypto())
    return (await portable()).verify(message, signatureDer, compressedBytes(publicKey), { prehash: true })
  const key = await importPoint("ECDSA", uncompressedBytes(publicKey))
  return crypto.subtle.verify(ECDSA_SHA256, key, derToP1363(signatureDer).slice(), message.slice())
}

/**
 * Imports a private scalar as a non-extractable key, to sign (ECDSA) or to agree on a secret (ECDH). Some platforms
 * require its public key.
 *
 * Uses PKCS #8 (RFC 5958, RFC 5915). A JSON Web Key would need the scalar in a string, and strings cannot be overwritten.
 */
export const importPrivateKey = async (
  name: "ECDH" | "ECDSA",
  privateKey: Uint8Array,
  publicKey?: PublicKey
): Promise<CryptoKey> => {
  const encoded =
    publicKey === undefined
      ? Uint8Array.of(...WITHOUT_POINT, ...privateKey)
      : Uint8Array.of(...WITH_POINT, ...privateKey, ...POINT, ...uncompressedBytes(publicKey))
  try {
    const usages: KeyUsage[] = name === "ECDSA" ? ["sign"] : ["deriveBits"]
    return await crypto.subtle.importKey("pkcs8", encoded, { name, namedCurve: "P-256" }, false, usages)
  } finally {
    encoded.fill(0)
  }
}

/** Imports a public point of 65 bytes, to verify (ECDSA) or to agree on a secret (ECDH). */
const importPoint = (name: "ECDH" | "ECDSA", point: Uint8Array): Promise<CryptoKey> =>
  crypto.subtle.importKey("raw", point.slice(), { name, namedCurve: "P-256" }, true, name === "ECDSA" ? ["verify"] : [])

/**
 * Returns the key of a scalar, or `undefined` without WebCrypto, and where it imports no private key without its point.
 *
 * WebCrypto does not compute a point directly. ECDH with the base point returns its x, and a signature verifies under
 * only one of the two points with that x.
 */
const derivedKey = async (privateKey: Uint8Array): Promise<PublicKey | undefined> => {
  try {
    const [agreeing, signing] = await Promise.all([
      importPrivateKey("ECDH", privateKey),
      importPrivateKey("ECDSA", privateKey)
    ])
    const base = await importPoint("ECDH", decodeHex(BASE))
    const x = new Uint8Array(await crypto.subtle.deriveBits({ name: "ECDH", public: base }, agreeing, 256))
    const [even, odd] = [fromPointBytes(Uint8Array.of(2, ...x)), fromPointBytes(Uint8Array.of(3, ...x))]
    return (await verifyP256Async(x, await signWithCryptoKey(signing, x), even)) ? even : odd
  } catch {
    return undefined
  }
}

/** The chunk with the steps in JavaScript. */
export const portable = () => import("./portable.ts")

const ECDSA_SHA256 = { name: "ECDSA", hash: "SHA-256" }

/** DER around the parts of a PrivateKeyInfo: with the point after the scalar, and without it. */
const WITH_POINT = /* @__PURE__ */ decodeHex("308187020100301306072a8648ce3d020106082a8648ce3d030107046d306b0201010420")
const POINT = /* @__PURE__ */ decodeHex("a144034200")
const WITHOUT_POINT = /* @__PURE__ */ decodeHex(
  "3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420"
)

/** SEC 2 section 2.4.2: the base point, uncompressed. */
const BASE =
  "046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"
