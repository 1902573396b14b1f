import { decodeBase64Url, decodeHex, decodeUtf8, encodeBase64Url, encodeHex, encodeUtf8 } from "./bytes.ts"
import { requireDerSignature } from "./der.ts"
import { refuseAs, WireError } from "./errors.ts"
import { hasStrings, parseStrictJson } from "./json.ts"
import { type PublicKey, parsePublicKey } from "./points.ts"
import { publicKeyOf, signP256, verifyP256 } from "./signature.ts"

/** The only signature scheme of a stamp: ECDSA over P-256 with SHA-256. */
export const STAMP_SCHEME = "SIGNATURE_SCHEME_TK_API_P256"

/** A decoded stamp. `signature` is strict DER, at most 72 bytes, and not yet verified. */
export type Stamp = {
  readonly publicKey: PublicKey
  readonly signature: Uint8Array
}

/**
 * Returns the header value of a stamp: unpadded base64url of compact JSON with the keys publicKey (compressed point,
 * hex), scheme and signature (DER, hex), in that order.
 */
export const encodeStamp = ({ publicKey, signature }: Stamp): string =>
  encodeBase64Url(encodeUtf8(JSON.stringify({ publicKey, scheme: STAMP_SCHEME, signature: encodeHex(signature) })))

/**
 * Parses the header value of a stamp, at most 4,096 characters. Padding is optional, further JSON keys are ignored, and
 * the point may be compressed or not, in hex of either case.
 *
 * Throws `TOO_LONG`, `STAMP_SCHEME_UNSUPPORTED`, or `STAMP_MALFORMED` for everything else, including points off the
 * curve and signatures that are not strict DER; `cause` has the detail. Source: API-key stamp, base64url of JSON
 * {publicKey, scheme, signature}.
 */
export const decodeStamp = (header: string): Stamp => {
  if (header.length > 4096) throw new WireError("TOO_LONG", "A stamp is at most 4,096 characters")
  const envelope = refuseAs("STAMP_MALFORMED", "A stamp is base64url of JSON", () =>
    parseStrictJson(decodeUtf8(decodeBase64Url(header, { padding: "optional" })))
  )
  if (!hasStrings(envelope, ["publicKey", "scheme", "signature"])) {
    throw new WireError("STAMP_MALFORMED", "A stamp has the strings publicKey, scheme and signature")
  }
  // Checked before the key: keys of other schemes have other lengths, and the scheme is the actual fault.
  if (envelope.scheme !== STAMP_SCHEME) {
    throw new WireError("STAMP_SCHEME_UNSUPPORTED", "The scheme of the stamp is not supported")
  }
  const publicKey = refuseAs("STAMP_MALFORMED", "The public key of the stamp is not a point of P-256", () =>
    parsePublicKey(envelope.publicKey)
  )
  return { publicKey, signature: strictDer(envelope.signature) }
}

/**
 * Returns the header value of a stamp over the UTF-8 bytes of `payload`, exactly as given.
 *
 * Throws `SCALAR_INVALID` unless `privateKey` is a scalar of 32 bytes, and `UTF8_MALFORMED` on a lone surrogate.
 */
export const signStamp = (payload: string, privateKey: Uint8Array): string =>
  encodeStamp({
    publicKey: publicKeyOf(privateKey),
    signature: signP256(encodeUtf8(payload), privateKey)
  })

/**
 * Returns whether the stamp's signature covers the UTF-8 bytes of `payload`, exactly as given, under the stamp's own
 * key. The caller must check that this key is authorized.
 *
 * Throws `UTF8_MALFORMED` on a lone surrogate in the payload.
 */
export const verifyStamp = (stamp: Stamp, payload: string): boolean =>
  verifyP256(encodeUtf8(payload), stamp.signature, stamp.publicKey)

const strictDer = (hex: string): Uint8Array =>
  refuseAs("STAMP_MALFORMED", "The signature of the stamp is not strict DER", () => {
    const signature = decodeHex(hex, { maxBytes: 72 })
    requireDerSignature(signature)
    return signature
  })
