import { WireError } from "./errors.ts"
import { decodeSextets, encodeSextets, sextetsWith } from "./sextets.ts"

/**
 * Bytes of base64url text: URL-safe alphabet, spare bits zero, no white space.
 *
 * `padding` is "forbidden" unless set to "optional", where either no `=` at all or the full padding is accepted.
 * `maxBytes` caps the decoded length and is checked before any other work.
 *
 * Throws `TOO_LONG` or `BASE64URL_MALFORMED`. Source: RFC 4648 section 5; RFC 7515 section 2 for the unpadded form.
 */
export const decodeBase64Url = (
  text: string,
  options: {
    readonly maxBytes?: number
    readonly padding?: "forbidden" | "optional"
  } = {}
): Uint8Array => {
  if (options.maxBytes !== undefined && text.length > Math.ceil(options.maxBytes / 3) * 4) {
    throw new WireError("TOO_LONG", "The base64url text is longer than allowed")
  }
  const padded = options.padding === "optional" && text.length % 4 === 0
  const bytes = decodeSextets(padded ? text.replace(/={1,2}$/u, "") : text, ALPHABET)
  if (bytes === undefined) {
    throw new WireError("BASE64URL_MALFORMED", "Base64url text uses the URL-safe alphabet and zero spare bits")
  }
  if (options.maxBytes !== undefined && bytes.length > options.maxBytes) {
    throw new WireError("TOO_LONG", "The base64url text is longer than allowed")
  }
  return bytes
}

/** Base64url text of bytes without padding. Source: RFC 7515 section 2. */
export const encodeBase64Url = (bytes: Uint8Array): string => encodeSextets(bytes, ALPHABET)

const ALPHABET = sextetsWith("-_")
