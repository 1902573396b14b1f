import { hmac } from "@noble/hashes/hmac.js"
import { sha256 as digest } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import { LONE_SURROGATE, loneSurrogate } from "../../bytes.ts"

/** SHA-256 of bytes. */
export const sha256 = (bytes: Uint8Array): Uint8Array => digest(bytes)

/** SHA-256 of the UTF-8 bytes of text, in lower-case hex. Throws `UTF8_MALFORMED` on a lone surrogate. */
export const sha256Hex = (text: string): string => {
  if (LONE_SURROGATE.test(text)) throw loneSurrogate()
  return bytesToHex(digest(new TextEncoder().encode(text)))
}

/** HMAC-SHA-256 of bytes. */
export const hmacSha256 = (key: Uint8Array, bytes: Uint8Array): Uint8Array => hmac(digest, key, bytes)
