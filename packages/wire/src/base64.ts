import { WireError } from "./errors.ts"
import { decodeSextets, encodeSextets, sextetsWith } from "./sextets.ts"

/**
 * Bytes of base64 text: standard alphabet, padding required, spare bits zero, no white space.
 *
 * `maxBytes` caps the decoded length and is checked before any other work.
 *
 * Throws `TOO_LONG` or `BASE64_MALFORMED`. Source: RFC 4648 section 4, with the refusals of sections 3.1 to 3.5.
 */
export const decodeBase64 = (text: string, options: { readonly maxBytes?: number } = {}): Uint8Array => {
  if (options.maxBytes !== undefined && text.length > Math.ceil(options.maxBytes / 3) * 4) {
    throw new WireError("TOO_LONG", "The base64 text is longer than allowed")
  }
  const bytes = text.length % 4 === 0 ? decodeSextets(text.replace(/={1,2}$/u, ""), ALPHABET) : undefined
  if (bytes === undefined) {
    throw new WireError("BASE64_MALFORMED", "Base64 text uses the standard alphabet, full padding and zero spare bits")
  }
  if (options.maxBytes !== undefined && bytes.length > options.maxBytes) {
    throw new WireError("TOO_LONG", "The base64 text is longer than allowed")
  }
  return bytes
}

/** Base64 text of bytes, padded to a multiple of four characters. Source: RFC 4648 section 4. */
export const encodeBase64 = (bytes: Uint8Array): string => {
  const symbols = encodeSextets(bytes, ALPHABET)
  return symbols.padEnd(Math.ceil(symbols.length / 4) * 4, "=")
}

const ALPHABET = sextetsWith("+/")
