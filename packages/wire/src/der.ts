import { p256 } from "@noble/curves/nist.js"
import { WireError } from "./errors.ts"
import { decodeHex, encodeHex } from "./hex.ts"

/** The two integers of an ECDSA signature over P-256, each from 1 to n - 1. */
export type EcdsaSignature = { readonly r: bigint; readonly s: bigint }

/**
 * The integers of a DER signature, at most 72 bytes.
 *
 * Strict: tags 30, 02 and 02, short-form lengths, minimal non-negative integers, nothing after them, and both integers
 * from 1 to n - 1. S may be in either half. Throws `SIGNATURE_MALFORMED`. Source: RFC 3279 section 2.2.3; X.690 section 10.
 */
export const decodeDerSignature = (bytes: Uint8Array): EcdsaSignature => {
  if (bytes.length > 72 || bytes[0] !== 0x30 || bytes[1] !== bytes.length - 2) {
    throw malformed("A DER signature is one sequence of at most 72 bytes, with nothing after it")
  }
  const first = integerAt(bytes, 2)
  const second = integerAt(bytes, first.end)
  if (second.end !== bytes.length) throw malformed("A DER signature holds two integers and nothing more")
  return requireRange({ r: first.value, s: second.value })
}

/** DER of two integers, at most 72 bytes. Throws `SIGNATURE_MALFORMED` when one is out of range. Source: RFC 3279 2.2.3. */
export const encodeDerSignature = (signature: EcdsaSignature): Uint8Array => {
  const { r, s } = requireRange(signature)
  const body = [...derInteger(r), ...derInteger(s)]
  return Uint8Array.from([0x30, body.length, ...body])
}

/** The 64 bytes r || s of a DER signature. Throws `SIGNATURE_MALFORMED`. Source: RFC 7518 section 3.4 (ES256). */
export const derToP1363 = (bytes: Uint8Array): Uint8Array => {
  const { r, s } = decodeDerSignature(bytes)
  return decodeHex(fixedHex(r) + fixedHex(s))
}

/** DER of a signature given as the 64 bytes r || s. Throws `SIGNATURE_MALFORMED`. Source: RFC 7518 section 3.4 (ES256). */
export const p1363ToDer = (bytes: Uint8Array): Uint8Array => {
  if (bytes.length !== 64) throw malformed("A raw signature is 64 bytes")
  return encodeDerSignature({
    r: toInteger(bytes.subarray(0, 32)),
    s: toInteger(bytes.subarray(32))
  })
}

const integerAt = (bytes: Uint8Array, start: number): { readonly value: bigint; readonly end: number } => {
  const [tag, length = 0, first = 0, second = 0] = bytes.subarray(start)
  const end = start + 2 + length
  if (tag !== 0x02 || length < 1 || length > 33 || end > bytes.length) {
    throw malformed("A DER integer is tag 02, a length of 1 to 33, and that many bytes")
  }
  // X.690 section 8.3.2: the first nine bits of an integer are neither all ones nor all zero.
  if (first >= 0x80 || (first === 0 && length > 1 && second < 0x80)) {
    throw malformed("A DER integer of a signature is non-negative and has no needless leading zero")
  }
  return { value: toInteger(bytes.subarray(start + 2, end)), end }
}

const derInteger = (value: bigint): readonly number[] => {
  const digits = value.toString(16)
  const bytes = decodeHex(digits.length % 2 === 0 ? digits : `0${digits}`)
  // A leading zero keeps a high first bit from meaning a negative number.
  const body = (bytes[0] ?? 0) >= 0x80 ? [0, ...bytes] : [...bytes]
  return [0x02, body.length, ...body]
}

const requireRange = (signature: EcdsaSignature): EcdsaSignature => {
  // FIPS 186-5 section 6.4.2: r and s are in the interval [1, n - 1].
  if ([signature.r, signature.s].some((value) => value < 1n || value >= p256.Point.Fn.ORDER)) {
    throw malformed("An integer of the signature is out of range")
  }
  return signature
}

const toInteger = (bytes: Uint8Array): bigint => BigInt(`0x${encodeHex(bytes)}`)

const fixedHex = (value: bigint): string => value.toString(16).padStart(64, "0")

const malformed = (message: string): WireError => new WireError("SIGNATURE_MALFORMED", message)
