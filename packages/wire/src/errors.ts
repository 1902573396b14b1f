/**
 * The reason why a value was refused. The union is closed: a caller may switch over it without a default branch.
 *
 * | Code | Violated rule |
 * |---|---|
 * | `BASE64_MALFORMED`, `BASE64URL_MALFORMED`, `HEX_MALFORMED` | not the canonical text of some bytes |
 * | `BUNDLE_MALFORMED` | a sealed or signed bundle does not have its format |
 * | `BUNDLE_ORGANIZATION_MISMATCH` | a wallet export is for another organization |
 * | `BUNDLE_SIGNATURE_INVALID` | the signed bytes do not verify under the trusted signer |
 * | `BUNDLE_SIGNER_UNTRUSTED` | the signer in the bundle is not a trusted one |
 * | `ID_MALFORMED` | not `Prefix:<uuid>`, or the parts of a new id are out of range |
 * | `JSON_DUPLICATE_KEY`, `JSON_MALFORMED`, `JSON_TEXT_INVALID`, `JSON_TOO_DEEP` | strict JSON |
 * | `OPEN_FAILED` | a sealed value cannot be decrypted with this key |
 * | `OTP_PLAINTEXT_MALFORMED` | a decrypted OTP bundle does not have its format |
 * | `POINT_MALFORMED`, `POINT_NOT_ON_CURVE` | not a P-256 public key |
 * | `SCALAR_INVALID` | not a P-256 private key |
 * | `SIGNATURE_MALFORMED` | not a strict signature encoding |
 * | `STAMP_MALFORMED`, `STAMP_SCHEME_UNSUPPORTED` | not a stamp of the supported scheme |
 * | `TIMESTAMP_INVALID` | not a whole, non-negative number of milliseconds |
 * | `TOKEN_EXPIRED`, `TOKEN_MALFORMED`, `TOKEN_SIGNATURE_INVALID` | verification token |
 * | `TOO_LONG` | over the length limit, refused before any other work |
 * | `UTF8_MALFORMED` | not well-formed UTF-8, or text that has no UTF-8 form |
 */
export type WireErrorCode =
  | "BASE64URL_MALFORMED"
  | "BASE64_MALFORMED"
  | "BUNDLE_MALFORMED"
  | "BUNDLE_ORGANIZATION_MISMATCH"
  | "BUNDLE_SIGNATURE_INVALID"
  | "BUNDLE_SIGNER_UNTRUSTED"
  | "HEX_MALFORMED"
  | "ID_MALFORMED"
  | "JSON_DUPLICATE_KEY"
  | "JSON_MALFORMED"
  | "JSON_TEXT_INVALID"
  | "JSON_TOO_DEEP"
  | "OPEN_FAILED"
  | "OTP_PLAINTEXT_MALFORMED"
  | "POINT_MALFORMED"
  | "POINT_NOT_ON_CURVE"
  | "SCALAR_INVALID"
  | "SIGNATURE_MALFORMED"
  | "STAMP_MALFORMED"
  | "STAMP_SCHEME_UNSUPPORTED"
  | "TIMESTAMP_INVALID"
  | "TOKEN_EXPIRED"
  | "TOKEN_MALFORMED"
  | "TOKEN_SIGNATURE_INVALID"
  | "TOO_LONG"
  | "UTF8_MALFORMED"

/**
 * The only error class of this package. `message` states the violated rule and never repeats the input, so it is safe
 * in a log. `path` is the dotted path inside a JSON text, if known. `cause` is another `WireError` or absent.
 */
export class WireError extends Error {
  override readonly name = "WireError"
  readonly code: WireErrorCode
  readonly path?: string

  constructor(
    code: WireErrorCode,
    message: string,
    details: { readonly path?: string; readonly cause?: WireError } = {}
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.code = code
    if (details.path !== undefined) this.path = details.path
  }
}

/**
 * Calls `run` and converts its errors into a `WireError` with this code.
 *
 * Only a `WireError` becomes the cause, because messages of other libraries may quote the input.
 */
export const refuseAs = <A>(code: WireErrorCode, message: string, run: () => A): A => {
  try {
    return run()
  } catch (cause) {
    throw new WireError(code, message, cause instanceof WireError ? { cause } : {})
  }
}

/** Returns the result of `run`, or `undefined` when it throws. */
export const attempt = <A>(run: () => A): A | undefined => {
  try {
    return run()
  } catch {
    return undefined
  }
}

/** Returns the result of a reader, or `undefined` when it throws a `WireError`. */
export const parsed = <A>(read: () => A): A | undefined => {
  try {
    return read()
  } catch (error) {
    if (error instanceof WireError) return undefined
    throw error
  }
}
