import { decodeBase64Url, decodeUtf8 } from "./bytes.ts"
import { refuseAs, WireError } from "./errors.ts"
import { parseStrictJson } from "./json.ts"

/** A parsed JWS. Its signature is not verified, and its two objects are not validated. */
export interface CompactJws {
  readonly header: Readonly<Record<string, unknown>>
  readonly payload: Readonly<Record<string, unknown>>
  /** The signing input, `header.payload` as sent. */
  readonly signed: string
  /** The third segment, as sent. */
  readonly signature: string
}

/**
 * Parses a compact JWS strictly: three segments, canonical base64url, and two JSON objects without repeated keys. A
 * more lenient verifier reads the same values from it.
 *
 * `maxLength` caps the text (8,192 UTF-16 units by default) and is checked before any other work. With
 * `requireSignature` false, the third segment is any text without a dot, including the empty string.
 *
 * Throws `TOKEN_MALFORMED`. Source: RFC 7515 sections 2, 4 and 7.1; RFC 7519 section 7.2.
 */
export const parseCompactJws = (
  text: string,
  options: { readonly maxLength?: number; readonly requireSignature?: boolean } = {}
): CompactJws => {
  const { maxLength = 8192, requireSignature = true } = options
  return refuseAs("TOKEN_MALFORMED", MALFORMED, () => {
    if (text.length > maxLength) throw malformed()
    // The limit of four bounds the cost of a token that consists of dots.
    const [header, payload, signature, ...rest] = text.split(".", 4)
    if (header === undefined || payload === undefined || signature === undefined || rest.length > 0) throw malformed()
    if (requireSignature && decodeBase64Url(signature).length === 0) throw malformed()
    return { header: readObject(header), payload: readObject(payload), signed: `${header}.${payload}`, signature }
  })
}

const readObject = (segment: string): Readonly<Record<string, unknown>> => {
  const value = parseStrictJson(decodeUtf8(decodeBase64Url(segment)))
  if (!isObject(value)) throw malformed()
  return value
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const MALFORMED = "A compact JWS is three base64url segments, the first two of them JSON objects"
const malformed = (): WireError => new WireError("TOKEN_MALFORMED", MALFORMED)
