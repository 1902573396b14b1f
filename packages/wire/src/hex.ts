import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { WireError } from "./errors.ts"

/**
 * Bytes of hexadecimal text: even length, digits of either case, nothing else.
 *
 * `maxBytes` caps the length and `bytes` fixes it; both are checked before any other work.
 *
 * Throws `TOO_LONG` over `maxBytes`, otherwise `HEX_MALFORMED`. Source: RFC 4648 section 8, with lower case allowed.
 */
export const decodeHex = (
  text: string,
  options: { readonly maxBytes?: number; readonly bytes?: number } = {}
): Uint8Array => {
  if (options.maxBytes !== undefined && text.length > options.maxBytes * 2) {
    throw new WireError("TOO_LONG", "The hexadecimal text is longer than allowed")
  }
  if (options.bytes !== undefined && text.length !== options.bytes * 2) {
    throw new WireError("HEX_MALFORMED", "The hexadecimal text has another length than its field requires")
  }
  if (text.length % 2 !== 0 || !DIGITS.test(text)) {
    throw new WireError("HEX_MALFORMED", "Hexadecimal text is an even number of digits 0-9, a-f or A-F")
  }
  return hexToBytes(text)
}

/** Lower-case hexadecimal text, two characters a byte. Source: RFC 4648 section 8, in lower case. */
export const encodeHex = (bytes: Uint8Array): string => bytesToHex(bytes)

const DIGITS = /^[0-9a-fA-F]*$/u
