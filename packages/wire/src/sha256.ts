import { hmac } from "@noble/hashes/hmac.js"
import { sha256 as digest } from "@noble/hashes/sha2.js"
import { encodeHex } from "./hex.ts"
import { encodeUtf8 } from "./utf8.ts"

/** SHA-256 of bytes, 32 bytes. Source: FIPS 180-4. */
export const sha256 = (bytes: Uint8Array): Uint8Array => digest(bytes)

/**
 * SHA-256 of the UTF-8 bytes of text, as 64 lower-case hex characters.
 *
 * Throws `UTF8_MALFORMED` on a lone surrogate. Source: FIPS 180-4.
 */
export const sha256Hex = (text: string): string => encodeHex(digest(encodeUtf8(text)))

/** HMAC-SHA-256 of bytes under a key of any length, 32 bytes. Source: RFC 2104. */
export const hmacSha256 = (key: Uint8Array, bytes: Uint8Array): Uint8Array => hmac(digest, key, bytes)

/** Whether two byte strings are equal, in time that depends on their lengths only. */
export const equalBytes = (a: Uint8Array, b: Uint8Array): boolean => {
  if (a.length !== b.length) return false
  let difference = 0
  for (const [at, byte] of a.entries()) difference |= byte ^ (b[at] ?? 0)
  return difference === 0
}
