import * as digests from "#digests"

/** SHA-256 of bytes, 32 bytes. Source: FIPS 180-4. */
export const sha256: (bytes: Uint8Array) => Uint8Array = digests.sha256

/**
 * SHA-256 of the UTF-8 bytes of text, as 64 lower-case hex characters.
 *
 * Throws `UTF8_MALFORMED` on a lone surrogate. Source: FIPS 180-4.
 */
export const sha256Hex: (text: string) => string = digests.sha256Hex

/** HMAC-SHA-256 of bytes under a key of any length, 32 bytes. Source: RFC 2104. */
export const hmacSha256: (key: Uint8Array, bytes: Uint8Array) => Uint8Array = digests.hmacSha256
