import { decodeHex, encodeHex } from "./bytes.ts"
import { refuseAs, WireError } from "./errors.ts"
import { lruCache } from "./lruCache.ts"

/**
 * A point of P-256 other than infinity, as the 66 lower-case hex characters of its compressed form. Each point has
 * exactly one such text, so `===` compares keys.
 */
export type PublicKey = string & { readonly [brand]: "PublicKey" }

/** The pattern of a `clientPublicKey`: 130 hex characters of an uncompressed point. It does not check the curve. */
export const CLIENT_PUBLIC_KEY_PATTERN = /^04[0-9a-fA-F]{128}$/u

/** Returns whether text is an uncompressed point of P-256 in hex of either case, as a `clientPublicKey` is. */
export const isClientPublicKey = (text: string): boolean =>
  CLIENT_PUBLIC_KEY_PATTERN.test(text) && canonicalKey(text) !== undefined

/**
 * Parses a point in hex: compressed (66 characters) or uncompressed (130), either case.
 *
 * Throws `POINT_MALFORMED` (not hex, another length, the hybrid prefixes 06 and 07, infinity, a coordinate of at least
 * p) or `POINT_NOT_ON_CURVE`. Source: SEC 1 section 2.3.4.
 */
export const parsePublicKey = (hex: string): PublicKey => pointOf(normalized(hex)).key

/**
 * Parses a point of 33 or 65 bytes. Unlike {@link parsePublicKey} it does not cache, so use it for points that occur
 * once. Throws as that does. Source: SEC 1 section 2.3.4.
 */
export const fromPointBytes = (bytes: Uint8Array): PublicKey =>
  onCurve(normalized(bytes.length > 65 ? "" : encodeHex(bytes))).key

/**
 * Returns the key of an uncompressed point of 65 bytes that this process computed from a scalar. Skips the curve check
 * and caches the point, so use {@link fromPointBytes} for bytes from any other source. Throws `POINT_MALFORMED` on
 * another format.
 */
export const fromComputedPoint = (bytes: Uint8Array): PublicKey => {
  const uncompressed = encodeHex(bytes)
  if (!CLIENT_PUBLIC_KEY_PATTERN.test(uncompressed))
    throw new WireError("POINT_MALFORMED", "A point is 04 and 64 bytes")
  const prefix = (bytes[64] ?? 0) % 2 === 0 ? "02" : "03"
  return remember(mint(`${prefix}${uncompressed.slice(2, 66)}`), uncompressed).key
}

/** The 33 bytes of a key's compressed point. Source: SEC 1 section 2.3.3. */
export const compressedBytes = (key: PublicKey): Uint8Array => decodeHex(key)

/** The 65 bytes of a key's uncompressed point. Source: SEC 1 section 2.3.3. */
export const uncompressedBytes = (key: PublicKey): Uint8Array => decodeHex(uncompressedHex(key))

/** The 130 lower-case hex characters of a key's uncompressed point. Source: SEC 1 section 2.3.3. */
export const uncompressedHex = (key: PublicKey): string => pointOf(key).uncompressed

/** Returns whether bytes are a private scalar: 32 bytes, big-endian, from 1 to n - 1. Source: SEC 1 section 3.2.1. */
export const isScalar = (privateKey: Uint8Array): boolean => {
  if (!ArrayBuffer.isView(privateKey) || privateKey.length !== 32 || privateKey.every((byte) => byte === 0))
    return false
  // Compares bytes, because a string of a private key cannot be overwritten.
  const at = privateKey.findIndex((byte, index) => byte !== ORDER[index])
  return at >= 0 && (privateKey[at] ?? 0) < (ORDER[at] ?? 0)
}

/** Throws `SCALAR_INVALID` unless the bytes are a private scalar. */
export const requireScalar = (privateKey: Uint8Array): void => {
  if (isScalar(privateKey)) return
  throw new WireError("SCALAR_INVALID", "A private key is 32 bytes, above zero and below the order of P-256")
}

/** Returns whether two hex texts are the same key, in any spelling. Malformed text equals nothing. */
export const samePoint = (a: string, b: string): boolean => {
  const key = canonicalKey(a)
  return key !== undefined && key === canonicalKey(b)
}

/** Returns whether text is a key in the canonical form that {@link parsePublicKey} returns. */
export const isPublicKey = (text: string): text is PublicKey => canonicalKey(text) === text

/** Whether text has a key's canonical form, for stored keys. Skips the curve check, which costs a square root. */
export const isCachedPublicKey = (text: string): text is PublicKey => isCompressedHex(text)

const canonicalKey = (text: string): PublicKey | undefined => {
  try {
    return parsePublicKey(text)
  } catch {
    return undefined
  }
}

/** Normalizes the case of a text that has the format of a point. */
const normalized = (hex: string): string => {
  if (POINT.test(hex)) return hex.toLowerCase()
  refuseAs("POINT_MALFORMED", "A point is 33 or 65 bytes in hexadecimal", () => decodeHex(hex, { maxBytes: 65 }))
  throw new WireError("POINT_MALFORMED", "A point is 02 or 03 and 32 bytes, or 04 and 64 bytes")
}

/**
 * Returns the point of a normalized text, after the checks of SEC 1 section 2.3.4. A point is public, so arithmetic whose
 * time depends on its operands reveals nothing.
 */
const onCurve = (hex: string): Point => {
  const x = coordinate(hex.slice(2, 66))
  // SEC 1 section 2.2.1: y² = x³ + ax + b, where a of P-256 is -3.
  const square = (x * (x * x - 3n) + B) % P
  const root = hex.length === 66 ? rootOf(square, hex.startsWith("03")) : coordinate(hex.slice(66))
  if ((root * root - square) % P !== 0n) {
    throw new WireError("POINT_NOT_ON_CURVE", "The point is not on the curve P-256")
  }
  // Writes new texts, because a slice of the input would retain all of it.
  return {
    key: mint(`0${2n + (root & 1n)}${hexOf(x)}`),
    uncompressed: `04${hexOf(x)}${hexOf(root)}`
  }
}

/** SEC 1 section 2.3.6: the integer of a field element is below p. */
const coordinate = (hex: string): bigint => {
  const value = BigInt(`0x${hex}`)
  if (value >= P) throw new WireError("POINT_MALFORMED", "A coordinate is not below the prime of the field")
  return value
}

/**
 * Returns the root of this parity, or another number where no root exists. p is 3 modulo 4, so the power (p + 1) / 4 of a
 * square is one of its roots, and p minus it the other.
 */
const rootOf = (square: bigint, isOdd: boolean): bigint => {
  let root = 1n
  for (const bit of ROOT) {
    root = (root * root) % P
    if (bit === "1") root = (root * square) % P
  }
  return ((root & 1n) === 1n) === isOdd ? root : P - root
}

const hexOf = (value: bigint): string => value.toString(16).padStart(64, "0")

interface Point {
  readonly key: PublicKey
  readonly uncompressed: string
}

/**
 * Returns the point of a lower-case text, from an LRU cache. Most points are used again within seconds, and
 * decompressing one costs a square root, some hundred microseconds. Invalid texts are not cached.
 */
const pointOf = (hex: string): Point => {
  const found = known.get(hex)
  if (found !== undefined) return found
  const { key, uncompressed } = onCurve(hex)
  return remember(key, uncompressed)
}

const remember = (key: PublicKey, uncompressed: string): Point => {
  const point = { key, uncompressed }
  known.set(key, point)
  known.set(uncompressed, point)
  return point
}

/** The only place that creates the brand. Its callers pass a point that was checked or computed. */
const mint = (hex: string): PublicKey => {
  if (!isCompressedHex(hex)) throw new WireError("POINT_MALFORMED", "A compressed point is 33 bytes")
  return hex
}

/** Returns whether text has the format of a compressed point. The caller has already checked the curve. */
const isCompressedHex = (hex: string): hex is PublicKey => /^0[23][0-9a-f]{64}$/u.test(hex)

const POINT = /^(?:0[23][0-9a-fA-F]{64}|04[0-9a-fA-F]{128})$/u

/** SEC 2 section 2.4.2: the prime of the field, the coefficient b, and the order of the group in bytes. */
const P = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn
const ORDER = /* @__PURE__ */ decodeHex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")

/** The bits of (p + 1) / 4, the highest first. */
const ROOT = /* @__PURE__ */ ((P + 1n) / 4n).toString(2)

/** Each entry has a few hundred bytes, so the cache uses at most about ten megabytes. */
const known = lruCache<Point>(10_000)

declare const brand: unique symbol
