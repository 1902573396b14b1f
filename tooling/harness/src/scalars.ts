import { decodeDerSignature, encodeDerSignature } from "@countersign/wire"
import * as fc from "fast-check"

/** The order of the group of P-256. */
export const ORDER = 115792089210356248762697446949407573529996955224135760342422259061068512044369n

/** A scalar of 32 equal bytes: 0x11 gives 1111...11. */
export const scalar = (byte: number): Uint8Array => new Uint8Array(32).fill(byte)

/** 32 bytes, big-endian. */
export const bigEndian = (number: bigint): Uint8Array =>
  Uint8Array.from(Buffer.from(number.toString(16).padStart(64, "0"), "hex"))

export const anyScalar = fc.bigInt({ min: 1n, max: ORDER - 1n }).map(bigEndian)

/** The same signature with S in the other half: (r, n - s). */
export const flipS = (der: Uint8Array): Uint8Array => {
  const { r, s } = decodeDerSignature(der)
  return encodeDerSignature({ r, s: ORDER - s })
}

export const isHighS = (der: Uint8Array): boolean => decodeDerSignature(der).s > ORDER / 2n

/** A copy with one byte changed by `mask`, which must not be zero. */
export const withByte = (bytes: Uint8Array, at: number, mask: number): Uint8Array =>
  bytes.map((byte, index) => (index === at ? byte ^ mask : byte))

export const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "hex"))
