import { decodeUtf8, encodeUtf8 } from "./bytes.ts"
import { refuseAs, WireError } from "./errors.ts"
import { hasStrings, parseStrictJson } from "./json.ts"
import { CLIENT_PUBLIC_KEY_PATTERN, type PublicKey, parsePublicKey, uncompressedHex } from "./points.ts"
import type { DerSigner } from "./signature.ts"
import { makeSignedBundle, verifySignedBundle, verifySignedBundleAsync } from "./signedBundle.ts"

/**
 * Returns the bytes that a target bundle signs: JSON text whose first key is `targetPublic` (uncompressed point, 130
 * lower-case hex characters), followed by the `extra` keys.
 *
 * Throws `BUNDLE_MALFORMED` when `extra` has a key `targetPublic` or text that a strict reader refuses.
 */
export const otpTargetBundleData = (options: {
  readonly target: PublicKey
  readonly extra?: Readonly<Record<string, string>>
}): Uint8Array => {
  const { extra = {}, target } = options
  if (Object.hasOwn(extra, "targetPublic")) throw malformed()
  // Written member by member, because an object literal moves integer-like keys to the front.
  const members = [["targetPublic", uncompressedHex(target)], ...Object.entries(extra)]
  const text = `{${members.map((member) => member.map((part) => JSON.stringify(part)).join(":")).join(",")}}`
  refuseAs("BUNDLE_MALFORMED", MALFORMED, () => parseStrictJson(text))
  return encodeUtf8(text)
}

/** Creates the signed bundle with the key that a client encrypts its one-time code to. Throws as its two parts do. */
export const makeOtpTargetBundle = async (options: {
  readonly target: PublicKey
  readonly signer: PublicKey
  readonly sign: DerSigner
  readonly extra?: Readonly<Record<string, string>>
}): Promise<string> => makeSignedBundle({ ...options, data: otpTargetBundleData(options) })

/**
 * Returns the key to encrypt to, from a bundle that a trusted signer signed. Ignores keys other than `targetPublic`.
 *
 * Throws `BUNDLE_MALFORMED`, `BUNDLE_SIGNER_UNTRUSTED` or `BUNDLE_SIGNATURE_INVALID`.
 */
export const verifyOtpTargetBundle = (
  text: string,
  trusted: PublicKey | ReadonlyArray<PublicKey>
): { readonly target: PublicKey } => targetOf(verifySignedBundle(text, trusted))

/** Does what {@link verifyOtpTargetBundle} does, and verifies with WebCrypto. */
export const verifyOtpTargetBundleAsync = async (
  text: string,
  trusted: PublicKey | ReadonlyArray<PublicKey>
): Promise<{ readonly target: PublicKey }> => targetOf(await verifySignedBundleAsync(text, trusted))

const targetOf = (data: Uint8Array): { readonly target: PublicKey } => {
  const fields = refuseAs("BUNDLE_MALFORMED", MALFORMED, () => parseStrictJson(decodeUtf8(data)))
  if (!hasStrings(fields, ["targetPublic"]) || !CLIENT_PUBLIC_KEY_PATTERN.test(fields.targetPublic)) throw malformed()
  return { target: refuseAs("BUNDLE_MALFORMED", MALFORMED, () => parsePublicKey(fields.targetPublic)) }
}

const MALFORMED = "The data of a target bundle is JSON with one uncompressed point, targetPublic"
const malformed = (): WireError => new WireError("BUNDLE_MALFORMED", MALFORMED)
