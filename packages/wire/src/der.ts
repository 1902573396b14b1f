import { decodeHex, encodeHex } from "./bytes.ts"
import { WireError } from "./errors.ts"

/** The two integers of an ECDSA signature over P-256, each from 1 to n - 1. */
export type EcdsaSignature = { readonly r: bigint; readonly s: bigint }

/**
 * The integers of a DER signature, at most 72 bytes.
 *
 * Strict: tags 30, 02 and 02, short-form lengths, minimal non-negative integers, nothing after them, and both integers
 * from 1 to n - 1. S may be in either half. Throws `SIGNATURE_MALFORMED`. Source: RFC 3279 section 2.2.3; X.690 section 10.
 */
export const decodeDerSignature = (bytes: Uint8Array): EcdsaSignature => {
  const hex = encodeHex(derToP1363(bytes))
  return { r: BigInt(`0x${hex.slice(0, 64)}`), s: BigInt(`0x${hex.slice(64)}`) }
}

/** Returns whether bytes are a signature that {@link decodeDerSignature} accepts. Throws nothing. */
export const isDerSignature = (bytes: Uint8Array): boolean => faultOf(bytes) === undefined

/** Throws `SIGNATURE_MALFORMED` unless {@link decodeDerSignature} accepts the bytes. */
export const requireDerSignature = (bytes: Uint8Array): void => {
  const fault = faultOf(bytes)
  if (fault !== undefined) throw malformed(fault)
}

/** DER of two integers, at most 72 bytes. Throws `SIGNATURE_MALFORMED` when one is out of range. Source: RFC 3279 2.2.3. */
export const encodeDerSignature = ({ r, s }: EcdsaSignature): Uint8Array => {
  if ([r, s].some((value) => value < 0n || value >> 256n > 0n)) throw malformed(OUT_OF_RANGE)
  return p1363ToDer(decodeHex([r, s].map((value) => value.toString(16).padStart(64, "0")).join("")))
}

/** The 64 bytes r || s of a DER signature. Throws `SIGNATURE_MALFORMED`. Source: RFC 7518 section 3.4 (ES256). */
export const derToP1363 = (bytes: Uint8Array): Uint8Array => {
  requireDerSignature(bytes)
  const end = endOfInteger(bytes, 2)
  const raw = new Uint8Array(64)
  for (const [at, integer] of [bytes.subarray(4, end), bytes.subarray(end + 2)].entries()) {
    const digits = integer.subarray(-32)
    raw.set(digits, 32 * (at + 1) - digits.length)
  }
  return raw
}

/** DER of a signature given as the 64 bytes r || s. Throws `SIGNATURE_MALFORMED`. Source: RFC 7518 section 3.4 (ES256). */
export const p1363ToDer = (bytes: Uint8Array): Uint8Array => {
  if (bytes.length !== 64) throw malformed("A raw signature is 64 bytes")
  const body = [...derInteger(bytes.subarray(0, 32)), ...derInteger(bytes.subarray(32))]
  const der = Uint8Array.of(0x30, body.length, ...body)
  requireDerSignature(der)
  return der
}

/**
 * Returns the violated rule, or `undefined`. Decodes nothing, because a server checks a signature for each signed call.
 */
const faultOf = (bytes: Uint8Array): string | undefined => {
  if (bytes.length > 72 || bytes[0] !== 0x30 || bytes[1] !== bytes.length - 2) {
    return "A DER signature is one sequence of at most 72 bytes, with nothing after it"
  }
  const second = endOfInteger(bytes, 2)
  const fault = faultOfInteger(bytes, 2) ?? faultOfInteger(bytes, second)
  if (fault !== undefined) return fault
  return endOfInteger(bytes, second) === bytes.length ? undefined : "A DER signature contains exactly two integers"
}

const endOfInteger = (bytes: Uint8Array, start: number): number => start + 2 + (bytes[start + 1] ?? 0)

const faultOfInteger = (bytes: Uint8Array, start: number): string | undefined => {
  const length = bytes[start + 1] ?? 0
  const first = bytes[start + 2] ?? 0
  if (bytes[start] !== 0x02 || length < 1 || length > 33 || endOfInteger(bytes, start) > bytes.length) {
    return "A DER integer is tag 02, a length of 1 to 33, and that many bytes"
  }
  // X.690 section 8.3.2: the first nine bits of an integer are neither all ones nor all zero.
  if (first >= 0x80 || (first === 0 && length > 1 && (bytes[start + 3] ?? 0) < 0x80)) {
    return "A DER integer of a signature is non-negative and has no unnecessary leading zero"
  }
  // FIPS 186-5 section 6.4.2: r and s are in the interval [1, n - 1]. Hex of equal length sorts as the numbers do.
  const isZero = length === 1 && first === 0
  const isLarge = length === 33 && (first > 0 || encodeHex(bytes.subarray(start + 3, start + 35)) >= ORDER)
  return isZero || isLarge ? OUT_OF_RANGE : undefined
}

/** The DER of an integer of 32 bytes, big-endian. */
const derInteger = (digits: Uint8Array): readonly number[] => {
  const first = digits.findIndex((byte) => byte > 0)
  const body = digits.subarray(first < 0 ? 31 : first)
  // A leading zero prevents a high first bit from being read as a sign.
  return (body[0] ?? 0) >= 0x80 ? [0x02, body.length + 1, 0, ...body] : [0x02, body.length, ...body]
}

const malformed = (message: string): WireError => new WireError("SIGNATURE_MALFORMED", message)

const OUT_OF_RANGE = "An integer of the signature is out of range"
const ORDER = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"
