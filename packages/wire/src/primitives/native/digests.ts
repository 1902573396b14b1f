import type { Buffer } from "node:buffer"
import { createHmac, hash } from "node:crypto"
import { LONE_SURROGATE, loneSurrogate } from "../../bytes.ts"

/** SHA-256 of bytes. */
export const sha256 = (bytes: Uint8Array): Uint8Array => plain(hash("sha256", bytes, "buffer"))

/** SHA-256 of the UTF-8 bytes of text, in lower-case hex. Throws `UTF8_MALFORMED` on a lone surrogate. */
export const sha256Hex = (text: string): string => {
  if (LONE_SURROGATE.test(text)) throw loneSurrogate()
  return hash("sha256", text, "hex")
}

/** HMAC-SHA-256 of bytes. */
export const hmacSha256 = (key: Uint8Array, bytes: Uint8Array): Uint8Array =>
  plain(createHmac("sha256", key).update(bytes).digest())

/** Copies a `Buffer` into a `Uint8Array`, because `slice` and `toString` differ between them. */
const plain = (buffer: Buffer): Uint8Array => new Uint8Array(buffer)
