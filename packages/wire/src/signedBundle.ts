import { decodeHex, encodeHex } from "./bytes.ts"
import { requireDerSignature } from "./der.ts"
import { refuseAs, WireError } from "./errors.ts"
import { hasStrings, parseStrictJson } from "./json.ts"
import { type PublicKey, parsePublicKey, uncompressedHex } from "./points.ts"
import { type DerSigner, verifyP256 } from "./signature.ts"
import { verifyP256Async } from "./webCrypto.ts"

/** The only version of the envelope. */
export const SIGNED_BUNDLE_VERSION = "v1.0.0"

/**
 * Returns JSON text of an envelope {version, data, dataSignature, enclaveQuorumPublic}: the data in hex, a DER
 * signature in hex over the data's bytes (not over its hex), and the signer's uncompressed point in lower-case hex,
 * which readers compare as text.
 *
 * Throws `SIGNATURE_MALFORMED` when the signature is not strict DER. Does not verify the signature.
 */
export const signedBundle = (parts: {
  readonly data: Uint8Array
  readonly signer: PublicKey
  readonly signature: Uint8Array
}): string => {
  requireDerSignature(parts.signature)
  return JSON.stringify({
    version: SIGNED_BUNDLE_VERSION,
    data: encodeHex(parts.data),
    dataSignature: encodeHex(parts.signature),
    enclaveQuorumPublic: uncompressedHex(parts.signer)
  })
}

/** Signs data with `sign` and returns its {@link signedBundle}. */
export const makeSignedBundle = async (options: {
  readonly data: Uint8Array
  readonly signer: PublicKey
  readonly sign: DerSigner
}): Promise<string> => signedBundle({ ...options, signature: await options.sign(options.data) })

/**
 * Returns the data bytes of an envelope that a trusted signer signed. During a key rotation, clients trust several. The
 * text is at most 16,384 characters; one single quote at either end is dropped, since some writers leave it there;
 * further keys are ignored.
 *
 * Throws `BUNDLE_MALFORMED`, `BUNDLE_SIGNER_UNTRUSTED` when the envelope has an untrusted signer, or
 * `BUNDLE_SIGNATURE_INVALID`.
 */
export const verifySignedBundle = (text: string, trusted: PublicKey | ReadonlyArray<PublicKey>): Uint8Array => {
  const { data, signature, signer } = fromTrusted(text, trusted)
  return verified(data, verifyP256(data, signature, signer))
}

/** Does what {@link verifySignedBundle} does, and verifies with WebCrypto. */
export const verifySignedBundleAsync = async (
  text: string,
  trusted: PublicKey | ReadonlyArray<PublicKey>
): Promise<Uint8Array> => {
  const { data, signature, signer } = fromTrusted(text, trusted)
  return verified(data, await verifyP256Async(data, signature, signer))
}

const verified = (data: Uint8Array, isSigned: boolean): Uint8Array => {
  if (isSigned) return data
  throw new WireError("BUNDLE_SIGNATURE_INVALID", "The signature does not cover the data of the bundle")
}

const fromTrusted = (text: string, trusted: PublicKey | ReadonlyArray<PublicKey>) => {
  const envelope = refuseAs("BUNDLE_MALFORMED", MALFORMED, () => parse(text))
  // A single key is a string, whose `includes` would match a substring.
  if (typeof trusted === "string" ? envelope.signer === trusted : trusted.includes(envelope.signer)) return envelope
  throw new WireError("BUNDLE_SIGNER_UNTRUSTED", "The bundle is signed by a key that is not trusted")
}

const parse = (text: string) => {
  const envelope = parseStrictJson(text.replace(/^'|'$/gu, ""), { maxLength: 16_384 })
  if (!hasStrings(envelope, KEYS) || envelope.version !== SIGNED_BUNDLE_VERSION) {
    throw new WireError("BUNDLE_MALFORMED", MALFORMED)
  }
  return {
    data: decodeHex(envelope.data),
    signature: decodeHex(envelope.dataSignature, { maxBytes: 72 }),
    signer: parsePublicKey(envelope.enclaveQuorumPublic)
  }
}

const KEYS = ["version", "data", "dataSignature", "enclaveQuorumPublic"] as const
const MALFORMED = "A signed bundle is JSON of version, data, dataSignature and enclaveQuorumPublic"
