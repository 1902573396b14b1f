import { hmac } from "@noble/hashes/hmac.js"
import { sha256 as digest } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import { LONE_SURROGATE, loneSurrogate } from "../bytes.ts"

/** SHA-256 of bytes. */
export const sha256 = (bytes: Uint8Array): Uint8Array => digest(bytes)

/** SHA-256 of the UTF-8 bytes of text, in lower-case hex. Throws `UTF8_MALFORMED` on a lone surrogate. */
export const sha256Hex = (text: string): string => {
  if (LONE_SURROGATE.test(text)) throw loneSurrogate()
  return bytesToHex(digest(new TextEncoder().encode(text)))
}

/** HMAC-SHA-256 of bytes. */
export const hmacSha256 = (key: Uint8Array, bytes: Uint8Array): Uint8Array => hmac(digest, key, bytes)

/** Encodes bytes as text: base64 with padding, base64url without. */
export const symbolsOf = (bytes: Uint8Array, alphabet: "base64" | "base64url"): string => {
  const symbols = `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789${alphabet === "base64" ? "+/" : "-_"}`
  let text = ""
  for (let bit = 0; bit < bytes.length * 8; bit += 6) {
    // The six bits are in one byte or in two; past the end the second is zero.
    const pair = ((bytes[bit >> 3] ?? 0) << 8) | (bytes[(bit >> 3) + 1] ?? 0)
    text += symbols.charAt((pair >> (10 - (bit & 7))) & 63)
  }
  return alphabet === "base64" ? text.padEnd(Math.ceil(text.length / 4) * 4, "=") : text
}
