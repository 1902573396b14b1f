import { decodeHex, decodeUtf8, encodeHex, encodeUtf8 } from "./bytes.ts"
import { refuseAs, WireError } from "./errors.ts"
import { type Sealed, seal } from "./hpke.ts"
import { hasOnlyStrings, parseStrictJson } from "./json.ts"
import { fromPointBytes, type PublicKey, parsePublicKey } from "./points.ts"

/** The plaintext of an OTP bundle: the typed code (1 to 64 printable ASCII characters) and the session's public key. */
export type OtpPlaintext = {
  readonly code: string
  readonly publicKey: PublicKey
}

/**
 * Returns JSON text {encappedPublic, ciphertext}, both hex, `encappedPublic` an uncompressed point. The plaintext is
 * JSON with the keys otp_code and public_key, in that order; `publicKey` is written as given, compressed or not.
 *
 * Throws `OTP_PLAINTEXT_MALFORMED` for the code or key, and `SCALAR_INVALID` for `ephemeralPrivateKey`, which is only
 * for test vectors; see `seal`.
 */
export const sealOtpBundle = async (options: {
  readonly code: string
  readonly publicKey: string
  readonly target: PublicKey
  readonly ephemeralPrivateKey?: Uint8Array
}): Promise<string> => {
  const { code, publicKey, target, ...rest } = options
  const plaintext = encodeUtf8(JSON.stringify({ otp_code: code, public_key: publicKey }))
  parseOtpPlaintext(plaintext)
  const { enc, ciphertext } = await seal({ ...rest, recipient: target, plaintext })
  return JSON.stringify({ encappedPublic: encodeHex(enc), ciphertext: encodeHex(ciphertext) })
}

/**
 * Parses an OTP bundle of at most 4,096 characters: JSON of exactly encappedPublic (uncompressed point on the curve)
 * and ciphertext (longer than its 16-byte tag), both hex of either case.
 *
 * Throws `BUNDLE_MALFORMED`.
 */
export const parseOtpBundle = (text: string): Sealed =>
  refuseAs("BUNDLE_MALFORMED", MALFORMED, () => {
    const fields = parseStrictJson(text, { maxLength: 4096 })
    if (!hasOnlyStrings(fields, ["encappedPublic", "ciphertext"])) throw new WireError("BUNDLE_MALFORMED", MALFORMED)
    const enc = decodeHex(fields.encappedPublic, { bytes: 65 })
    fromPointBytes(enc)
    const ciphertext = decodeHex(fields.ciphertext)
    if (ciphertext.length <= 16) throw new WireError("BUNDLE_MALFORMED", "A ciphertext is longer than its tag")
    return { enc, ciphertext }
  })

/**
 * Parses the plaintext of an OTP bundle: UTF-8 JSON of exactly the strings otp_code (1 to 64 printable ASCII
 * characters) and public_key (a point in hex, compressed or not). With `isTyped`, the code may have any characters: a
 * client of another make seals what its user typed, and `typedCode` reads it.
 *
 * Throws `OTP_PLAINTEXT_MALFORMED`.
 */
export const parseOtpPlaintext = (
  bytes: Uint8Array,
  { isTyped = false }: { readonly isTyped?: boolean } = {}
): OtpPlaintext =>
  refuseAs("OTP_PLAINTEXT_MALFORMED", PLAINTEXT_MALFORMED, () => {
    const fields = parseStrictJson(decodeUtf8(bytes), { maxLength: 1024 })
    if (!hasOnlyStrings(fields, ["otp_code", "public_key"]) || !(isTyped ? TYPED : CODE).test(fields.otp_code)) {
      throw new WireError("OTP_PLAINTEXT_MALFORMED", PLAINTEXT_MALFORMED)
    }
    return { code: fields.otp_code, publicKey: parsePublicKey(fields.public_key) }
  })

const CODE = /^[\x20-\x7e]{1,64}$/u
const TYPED = /^.{1,64}$/su
const MALFORMED = "An OTP bundle is JSON of exactly encappedPublic and ciphertext, in hexadecimal"
const PLAINTEXT_MALFORMED = "An OTP plaintext is JSON of exactly otp_code and public_key"
