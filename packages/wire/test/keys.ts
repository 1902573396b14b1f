import { p256 } from "@noble/curves/nist.js"
import { decodeDerSignature, encodeDerSignature } from "../src/index.ts"

/** A scalar of 32 equal bytes: 0x11 gives 1111...11. */
export const scalar = (byte: number): Uint8Array => new Uint8Array(32).fill(byte)

/** The same signature with S in the other half: (r, n - s). */
export const flipS = (der: Uint8Array): Uint8Array => {
  const { r, s } = decodeDerSignature(der)
  return encodeDerSignature({ r, s: p256.Point.Fn.ORDER - s })
}

export const isHighS = (der: Uint8Array): boolean => decodeDerSignature(der).s > p256.Point.Fn.ORDER / 2n

/** A copy of `bytes` with one byte changed by `mask`, which must not be zero. */
export const withByte = (bytes: Uint8Array, at: number, mask: number): Uint8Array =>
  bytes.map((byte, index) => (index === at ? byte ^ mask : byte))

export const concat = (...parts: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => [...part]))
